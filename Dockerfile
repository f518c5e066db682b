# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS source
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci
COPY . .

FROM source AS build
RUN node scripts/build.mjs

# The commands of `npm run admin`, which need the sources: docker compose run --rm admin status --json
FROM source AS admin
USER node
ENTRYPOINT ["node", "scripts/admin.mjs"]

FROM node:24-bookworm-slim AS server
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /app/.next/standalone ./
# Our own server instead of Next.js' own, and its threads.
COPY --from=build /app/.next/blocktally-server.mjs ./server.js
COPY --from=build /app/.next/blocktally-worker.mjs ./blocktally-worker.mjs
COPY --from=build /app/.next/blocktally-chain-thread.mjs ./blocktally-chain-thread.mjs
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server.js"]
