module academy/cms-api

go 1.26.8
