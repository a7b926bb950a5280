# The publisher: the bundled service, the finished build that it renders from, and the
# packages that this loads.
#
#   docker build -f infra/images/publisher.Dockerfile -t academy/publisher .
FROM node:22.20.0-bookworm-slim AS manifests
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY admin/package.json admin/
COPY site/package.json site/
COPY packages/client/package.json packages/client/
COPY infra/e2e/package.json infra/e2e/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --loglevel=error --workspace site --workspace shared
COPY shared/ shared/
COPY site/ site/
RUN npm run build:publisher -w site \
  && rm -rf site/.publisher/islands && find site/.publisher -name '*.map' -delete

# Without what is there for developing, for building, for debuggers, and for pictures
# that Next would make smaller (ours are made by cms-api): two thirds of what npm brings.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --loglevel=error --omit=dev --workspace site
RUN rm -rf node_modules/sharp node_modules/@img node_modules/typescript \
    node_modules/next/dist/docs node_modules/next/dist/bundle-analyzer \
  && find node_modules/next/dist/compiled \( -name '*.dev.js' -o -name '*-experimental' \) -prune -exec rm -rf {} + \
  && find node_modules -name '*.map' -delete \
  && find node_modules -name '@types' -prune -o -name '*.d.ts' -type f -exec rm {} +

# Node and the libraries that it and native packages are linked with: no shell, no
# package manager.
FROM packages AS root
WORKDIR /of-image
RUN mkdir node \
  && cp --parents /usr/local/bin/node node \
  && ldd /usr/local/bin/node $(find /src/node_modules -name '*.node') | grep -o '/[^ :]* (' | tr -d '(' | sort -u | xargs cp --parents -t node

FROM scratch
COPY --from=root /of-image/node/ /
COPY --from=packages /src/node_modules/ /src/node_modules/
COPY --from=build /src/site/.publisher/ /src/site/.publisher/
# Two releases are two images, whatever has changed: engines fail now and then to remove
# two names of one image at once.
ARG VERSION=dev
LABEL org.opencontainers.image.version=$VERSION
USER 65532:65532
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOME=/tmp PATH=/usr/local/bin \
    PUBLISHER_HOST=0.0.0.0 PUBLISHER_PORT=4200
EXPOSE 4200
WORKDIR /src/site
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "http.get('http://127.0.0.1:4200/health', (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", ".publisher/main.mjs"]
