# An image of the service. docs/operate/deploy.md describes it.
FROM node:24.21.0-bookworm AS build
WORKDIR /build
COPY . .
RUN ops/image/build.sh /opt/corridor

FROM node:24.21.0-bookworm-slim
COPY --from=build /opt/corridor /opt/corridor
RUN /opt/corridor/bin/make-data-folder /var/lib/corridor node
ENV NODE_ENV=production \
    PATH=/opt/corridor/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    CORRIDOR_HOST=0.0.0.0 \
    CORRIDOR_PORT=8080 \
    CORRIDOR_DATA_DIR=/var/lib/corridor
USER node
WORKDIR /var/lib/corridor
VOLUME /var/lib/corridor
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "/opt/corridor/health.mjs"]
ENTRYPOINT ["corridor"]
CMD ["serve"]
