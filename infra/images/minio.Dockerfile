# MinIO and its client, built from their Go modules in the versions that the tests
# run: there are no images of MinIO any more. AGPL: run as it is, never linked.
#
#   docker build -f infra/images/minio.Dockerfile --target minio -t academy/minio .
FROM golang:1.26.8-alpine AS program
ENV CGO_ENABLED=0
WORKDIR /out
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
  go install -trimpath -ldflags "-s -w" github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
  go install -trimpath -ldflags "-s -w" github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9
RUN mkdir -p data

FROM alpine:3.22.1 AS minio
COPY --from=program /go/bin/minio /usr/local/bin/
COPY --from=program --chown=65532:65532 /out/data/ /data/
USER 65532:65532
ENV MINIO_BROWSER=off MINIO_UPDATE=off HOME=/tmp
EXPOSE 9000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:9000/minio/health/live"]
ENTRYPOINT ["minio"]
CMD ["server", "--address", ":9000", "/data"]

# Makes buckets, users and policies, and ends.
FROM alpine:3.22.1 AS minio-init
COPY --from=program /go/bin/mc /usr/local/bin/
COPY infra/minio/ /minio/
# As in publisher.Dockerfile.
ARG VERSION=dev
LABEL org.opencontainers.image.version=$VERSION
USER 65532:65532
ENV MC_CONFIG_DIR=/tmp/mc HOME=/tmp
HEALTHCHECK NONE
CMD ["/minio/init.sh"]
