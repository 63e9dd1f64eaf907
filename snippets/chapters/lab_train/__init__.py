"""The chapter lab-train."""
