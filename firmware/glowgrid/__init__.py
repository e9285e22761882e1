"""Glowgrid: abstract board games on an LED matrix and a key grid."""

VERSION = "0.1.0"
