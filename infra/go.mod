module academy/infra

go 1.26.8
