# Caddy, built from its Go module in the version that the tests run, with our
# Caddyfile. Unlike the official image's its program asks for no capability, so the
# container can drop them all.
#
#   docker build -f infra/images/caddy.Dockerfile -t academy/caddy .
FROM golang:1.26.8-alpine AS program
ENV CGO_ENABLED=0
WORKDIR /out
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
  go install -trimpath -ldflags "-s -w" github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9
RUN mkdir -p data

FROM alpine:3.22.1
COPY --from=program /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=program /go/bin/caddy /usr/local/bin/
COPY --from=program --chown=65532:65532 /out/data/ /data/
COPY infra/Caddyfile /etc/caddy/Caddyfile
USER 65532:65532
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp HOME=/tmp
EXPOSE 80 443 443/udp
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:2019/config/"]
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
