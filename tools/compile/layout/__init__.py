"""What is on a device, in which form; it runs on the page, too."""
