# Sourced by the scripts here: sets $root and forgets whatever Python environment the caller has active.
unset CDPATH VIRTUAL_ENV PYTHONHOME PYTHONPATH PYTHONPLATLIBDIR PYTHONSAFEPATH PYTHONSTARTUP PYTHONUSERBASE \
    PYTHONWARNINGS PYTHONOPTIMIZE PYTHONINSPECT PYTHONCASEOK \
    PIP_TARGET PIP_PREFIX PIP_ROOT PIP_PYTHON __PYVENV_LAUNCHER__
root=$(cd "$(dirname "$0")/.." && pwd -P)
# The checkout's own environment, when active, is not what to build it from.
PATH=$(printf %s ":$PATH:" | sed "s|:$(printf %s "$root/.venv/bin" | sed 's/[][\.*^$|&]/\\&/g'):|:|g; s/^://; s/:\$//")
export PATH PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0
