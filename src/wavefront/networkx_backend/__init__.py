"""The backend of NetworkX: its functions on Wavefront, with NetworkX's own signatures, results and order.

Start with interface.py, which NetworkX loads; convert.py reads a NetworkX graph into arrays.
"""
