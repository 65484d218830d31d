module second

go 1.21
