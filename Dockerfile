# Builds with the project's own scripts. The image has the binary, its libraries and zone files, and runs as nobody.
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY . .
# The commit that 'linefeed --version' prints, because .git is not copied: $(git rev-parse --short=12 HEAD)
ARG LINEFEED_COMMIT=
RUN scripts/setup --build && scripts/build && install -D .build/release/linefeed /out/linefeed

FROM debian:bookworm-slim
# scripts/check-bare reads the packages from the next line.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libcairo2 libcurl4 libpng16-16 libsqlite3-0 libstdc++6 libturbojpeg0 libwebp7 libzstd1 tzdata zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/linefeed /usr/local/bin/linefeed
# Any user may run it, and the root may be read-only: only '-o' and a zip on standard input (copied to /tmp) write files.
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/usr/local/bin/linefeed"]
CMD ["--help"]
