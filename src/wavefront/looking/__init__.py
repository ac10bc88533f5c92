"""The page: a search stepped thread by thread, and what its methods cost, in one file for a browser.

Start with api.py. recording.py chooses the runs that are shown, encoding.py writes them down, document.py
puts the page together from the sources in page/.
"""
