print("scoreview")
