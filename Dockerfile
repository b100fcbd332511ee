# The service for a container engine; compose.yaml runs it. It needs a PostgreSQL 15 or later, and no file system of its
# own: run it read-only, with a temporary /tmp.
ARG NODE=node:24-bookworm-slim

# Builds the service and its pages, with the packages for development.
FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.mjs scripts/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/install-production.mjs /service

# Runs it: Node, the build and the packages of production. No npm, no compiler, not root.
FROM ${NODE} AS service
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
COPY --from=build /service /service
WORKDIR /service
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled HOST=0.0.0.0 PORT=4000
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "check-health.mjs"]
CMD ["node", "--max-semi-space-size=32", "dist/main.js"]
