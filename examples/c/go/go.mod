module play

go 1.20
