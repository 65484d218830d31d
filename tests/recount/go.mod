module recount

go 1.21
