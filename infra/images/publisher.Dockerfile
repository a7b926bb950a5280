# The publisher: the bundled service, the finished build that it renders from, and
# what a full `next build` needs, which is what it falls back to: the development
# packages stay, for Next does not build without TypeScript.
#
#   docker build -f infra/images/publisher.Dockerfile -t academy/publisher .
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY admin/package.json admin/
COPY site/package.json site/
COPY infra/e2e/package.json infra/e2e/
RUN npm ci --loglevel=error --workspace site --include-workspace-root
COPY site/ site/
RUN npm run build:publisher -w site
RUN mkdir -p data/releases empty && rm -rf site/.next site/out

FROM node:22.20.0-bookworm-slim
WORKDIR /src
COPY --from=build /src/package.json /src/package-lock.json ./
COPY --from=build /src/node_modules/ node_modules/
# Next removes folders of a build before it writes them, so the site must lie where it
# can: in memory, over /src/site, copied there at each start (some 30 MB).
COPY --from=build /src/site/ /site/
COPY --from=build --chown=65532:65532 /src/empty/ site/
COPY --from=build --chown=65532:65532 /src/data/ /data/
USER 65532:65532
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOME=/tmp \
    PUBLISHER_HOST=0.0.0.0 PUBLISHER_PORT=4200 RELEASES_DIR=/data/releases
EXPOSE 4200
WORKDIR /src/site
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4200/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "cp -r /site/. . && exec node .publisher/main.mjs"]
