"""The GraphQL surface over HTTP: types, resolvers, limits, errors and authentication."""
