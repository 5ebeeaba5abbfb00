"""What is believed of cells, clusters and dice, from all witnesses, and what stays in doubt."""
