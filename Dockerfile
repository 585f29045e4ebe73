# The HTTP service: docker build -t back-alley . && docker run --rm --read-only -p 8000:8000 back-alley
# The page at /: the core as WebAssembly by zig, then the bundle by node.
FROM python:3.11-slim AS page
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/zig.txt requirements/
RUN python -m venv /zig && /zig/bin/pip install --no-cache-dir --require-hashes -r requirements/zig.txt
COPY scripts/web scripts/
COPY scripts/lib scripts/lib
COPY solver/core solver/core
COPY web web
RUN PYTHON=/zig/bin/python scripts/web

FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
RUN python -m venv /tools && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
# Without pip, and without what the service does not use of what ortools asks for (scripts/lock says what).
RUN python -m venv --without-pip /app \
    && /tools/bin/pip --python /app/bin/python install --no-cache-dir --require-hashes --no-deps -r requirements/image.txt
COPY . .
COPY --from=page /src/api/page api/page
RUN /tools/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
    && /tools/bin/pip --python /app/bin/python install --no-index --no-deps /wheels/*.whl \
    && find /app -type d -name tests -prune -exec rm -r {} +

FROM python:3.11-slim
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 BACKALLEY_BIND=0.0.0.0:8000
# A number, by which Kubernetes sees that it is not root.
RUN install -d -o 65532 -g 65532 /var/lib/backalley
ENV BACKALLEY_JOBS=/var/lib/backalley/jobs.sqlite
VOLUME /var/lib/backalley
USER 65532:65532
EXPOSE 8000
# At the port that BACKALLEY_BIND names, whatever it is.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["python", "-c", "import os, urllib.request; port = os.environ['BACKALLEY_BIND'].rpartition(':')[2]; urllib.request.urlopen(f'http://127.0.0.1:{port}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["backalley", "serve"]
