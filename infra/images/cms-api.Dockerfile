# cms-api, twice from one build: "edge" is the program alone, "cms-api" also has the
# admin app and the content that an empty academy begins with.
#
#   docker build -f infra/images/cms-api.Dockerfile --target cms-api -t academy/cms-api .
FROM golang:1.26.8-alpine AS program
WORKDIR /src/cms-api
COPY cms-api/ ./
ARG VERSION=dev
ENV CGO_ENABLED=0
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
  go build -trimpath -tags nodynamic -ldflags "-s -w -X main.version=$VERSION" -o ../out/cms-api ./cmd/cms-api
# Volumes take the owner of the folder that they are put over.
RUN mkdir -p ../out/data/releases ../out/data/release-cache

FROM node:22.20.0-bookworm-slim AS admin
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY admin/package.json admin/
COPY site/package.json site/
COPY packages/client/package.json packages/client/
COPY infra/e2e/package.json infra/e2e/
RUN --mount=type=cache,target=/root/.npm npm ci --loglevel=error --workspace admin --workspace shared
COPY admin/ admin/
COPY shared/ shared/
RUN npm run build -w admin

FROM scratch AS edge
COPY --from=program /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=program /src/out/cms-api /cms-api
COPY --from=program --chown=65532:65532 /src/out/data/ /data/
USER 65532:65532
ENV HOST=0.0.0.0 PORT=8080 CMS_ENV=production LOG_FORMAT=json \
    RELEASES_DIR=/data/releases RELEASE_CACHE_DIR=/data/release-cache
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["/cms-api", "health", "--path", "/release.json"]
ENTRYPOINT ["/cms-api"]
CMD ["edge"]

FROM edge AS cms-api
COPY --from=admin /src/admin/dist/ /admin/
COPY content-seed/ /content-seed/
ENV ADMIN_DIR=/admin
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["/cms-api", "health"]
CMD ["serve", "--web"]
