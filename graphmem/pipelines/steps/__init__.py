"""Stages that several pipelines share, one public function each."""
