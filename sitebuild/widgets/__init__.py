"""What only this site has: how its diagrams are drawn, tables, a playground."""
