FROM node:24.21.0-slim AS base
WORKDIR /app
# The modes are set, since those of a clone made under `umask 077` would keep the files from the user `node`.
COPY --chmod=755 package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci
COPY build.js prisma.config.ts tsconfig.json tsconfig.build.json vite.config.ts ./
COPY prisma ./prisma
COPY src ./src
COPY openapi.json schema.graphql CHANGELOG.md ./
COPY docs/guide ./docs/guide
COPY docs/samples ./docs/samples
COPY docs/glossary.md docs/importing.md ./docs/
COPY clients ./clients
RUN npm run build

# Without the embedded database, which is optional: a container uses DATABASE_URL.
FROM base AS dependencies
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

FROM base AS gateway
# `sendmail -ti` for MAIL_COMMAND: it hands mails to the server that /etc/msmtprc names.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates msmtp-mta && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build --chmod=755 /app/dist ./dist
COPY --chmod=755 bin ./bin
COPY --chmod=755 prisma ./prisma
COPY --chmod=755 demo ./demo
USER node
EXPOSE 4000
# By the shell: a second Node would take 40 MB and a tenth of a second of the processor each time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200 ' <&3"]
# One helper thread for each process: with the four that are the default, the collection of memory competes with
# the requests for the processors.
ENTRYPOINT ["node", "--v8-pool-size=1", "--heap-growing-percent=60", "bin/orangery.js"]
CMD ["serve"]
