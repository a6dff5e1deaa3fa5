# docker build -t binnacle . && docker run --rm -p 8443:8443 -v binnacle:/data binnacle
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim AS files
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
# Manifests of kube-apiserver run a program of that name.
RUN chmod +x dist/cli/main.js && ln -s /app/dist/cli/main.js /usr/local/bin/kube-apiserver
ENV NODE_ENV=production

# docker build --target kube-apiserver: as root, whom the files of kubeadm belong to.
FROM files AS kube-apiserver
EXPOSE 6443
ENTRYPOINT ["kube-apiserver"]

FROM files
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8443
# The root file system may be read-only: only /data is written.
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8443", "--data-dir", "/data", "--tls-self-signed"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "require('node:https').get({ port: 8443, path: '/livez', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
