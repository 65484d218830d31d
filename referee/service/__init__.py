"""The gRPC service: convert, call, convert."""
