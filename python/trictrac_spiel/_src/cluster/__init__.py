"""Work on several machines: Ray carries it, and this room knows Ray."""
