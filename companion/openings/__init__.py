"""The openings of Palago: searching them for days if need be, and writing down what is proven."""
