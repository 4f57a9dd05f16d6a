"""The version of the gateway that this package came from. The build writes it."""
VERSION: str = '0.0.0'

# The version of the interface that this package is written for.
SERVICE_VERSION = '2024-01-01'
