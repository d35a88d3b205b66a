# Builds with the project's own scripts. The image has the program, MapLibre, its libraries and zone files, and runs as
# nobody. scripts/check-bare runs each step without a Docker engine.
FROM swift:6.3-bookworm AS build
WORKDIR /src
# Dependencies come before the sources, so that a change of the sources does not fetch them again.
COPY scripts/setup scripts/
COPY Sources/Engines/MapPage/Resources/maplibre-licence.txt Sources/Engines/MapPage/Resources/
RUN scripts/setup --build && scripts/setup --assets
COPY Package.swift ./
RUN swift package resolve
COPY . .
# The commit that 'linefeed --version' prints, because .git is not copied: $(git rev-parse --short=12 HEAD)
ARG LINEFEED_COMMIT=
RUN scripts/setup --install /out

FROM debian:bookworm-slim
# packaging/dependencies.tsv lists these packages.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libcairo2 libcurl4 libisal2 libpng16-16 libsqlite3-0 libturbojpeg0 libwebp7 libzstd1 tzdata zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /usr/local
ARG LINEFEED_COMMIT=
ARG LINEFEED_HOMEPAGE=
LABEL org.opencontainers.image.title="linefeed" org.opencontainers.image.description="turns transit feeds into lines you can pipe" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.revision="$LINEFEED_COMMIT" org.opencontainers.image.source="$LINEFEED_HOMEPAGE" org.opencontainers.image.url="$LINEFEED_HOMEPAGE"
# Any user may run it, and the root may be read-only: only '-o' and a zip on standard input (copied to /tmp) write files.
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/usr/local/bin/linefeed"]
CMD ["--help"]
