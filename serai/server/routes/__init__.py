"""HTTP and WebSocket: what each address answers, by subject."""
