module blocktally.example/samples

go 1.19
