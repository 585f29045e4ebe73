# The HTTP service: docker build -t back-alley . && docker run --rm -p 8000:8000 back-alley
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
RUN python -m venv /app && /app/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
RUN python -m venv /tools && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY . .
RUN /tools/bin/pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
    && /app/bin/pip install --no-index --no-deps /wheels/*.whl

FROM python:3.11-slim
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --system backalley && install -d -o backalley /var/lib/backalley
ENV BACKALLEY_JOBS=/var/lib/backalley/jobs.sqlite
VOLUME /var/lib/backalley
USER backalley
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["backalley", "serve", "--host", "0.0.0.0"]
