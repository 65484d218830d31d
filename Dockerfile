# The referee as an image: `docker build --tag chinchon-referee .`, then `docker run chinchon-referee --help`. How it is run
# stands in .deploy/README.md.

FROM python:3.13-slim-trixie AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
COPY .deploy/constraints.txt .deploy/
RUN python -m venv /build && /build/bin/pip install --constraint .deploy/constraints.txt hatchling
COPY pyproject.toml README.md LICENSE ./
COPY referee referee
COPY rulesets rulesets
COPY protos protos
COPY clients/python clients/python
RUN /build/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
    && python -m venv /opt/referee \
    && wheel=$(echo /wheels/*.whl) \
    && /opt/referee/bin/pip install --constraint .deploy/constraints.txt "${wheel}[store,postgres,fast,otel]" \
    && /opt/referee/bin/pip uninstall --yes pip

FROM python:3.13-slim-trixie
RUN groupadd --gid 10001 referee \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin referee \
    && install --directory --owner 10001 --group 10001 /var/lib/referee
COPY --from=build /opt/referee /opt/referee
# On every address, which the server refuses without TLS until REFEREE_INSECURE says that its network is private.
ENV PATH=/opt/referee/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    REFEREE_ADDRESS=0.0.0.0:50051 \
    REFEREE_ADMIN_ADDRESS=127.0.0.1:9464 \
    REFEREE_LOG_FORMAT=json
WORKDIR /var/lib/referee
USER 10001:10001
EXPOSE 50051 9464
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-Ic", "from urllib.request import urlopen; urlopen('http://127.0.0.1:9464/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["referee"]
CMD ["serve"]
