"""The stylesheet of a review's page: light, dark and on paper."""

from __future__ import annotations

from typing import Final

__all__ = ["STYLESHEET"]

_LIGHT: Final = (
    "--paper:#fff;--ink:#1b1f24;--soft:#58616c;--line:#d8dde3;--panel:#f5f7f9;--ns:#1f5fae;--ew:#a8480f;"
    "--red:#c02626;--bad:#c02626;--warn:#8a5a00"
)
_DARK: Final = (
    "--paper:#15181c;--ink:#e7e9ec;--soft:#a3acb7;--line:#3a424c;--panel:#1e2329;--ns:#7fb6f7;--ew:#f0a169;"
    "--red:#ff8f85;--bad:#ff8f85;--warn:#e8b44c"
)
STYLESHEET: Final = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}
@media print{{:root{{{_LIGHT}}}body{{max-width:none;margin:0}}section{{break-inside:avoid}}}}
*{{box-sizing:border-box}}
body{{max-width:46rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}}
h1{{font-size:1.6rem;margin:0 0 .5rem}}h2{{font-size:1.15rem;margin:2rem 0 .5rem}}
p{{margin:.4rem 0}}.lead{{font-size:1.1rem}}.soft,figcaption{{color:var(--soft)}}figcaption{{font-size:.85rem}}
figure{{margin:1rem 0}}svg{{width:100%;height:auto;display:block;font:15px system-ui,"DejaVu Sans",sans-serif}}
svg text{{fill:var(--ink)}}svg .soft,svg .small{{fill:var(--soft)}}svg .small{{font-size:12.5px}}
svg .name{{font-weight:600}}svg .big{{font-size:19px;font-weight:600}}svg .red{{fill:var(--red)}}
svg .name.ns{{fill:var(--ns)}}svg .name.ew{{fill:var(--ew)}}svg .felt{{fill:var(--panel);stroke:var(--line)}}
.grid{{stroke:var(--line);stroke-width:1;fill:none}}.zero{{stroke:var(--soft);stroke-width:1.2}}
.curve{{stroke:var(--ns);stroke-width:2.5;fill:none}}.dot{{fill:var(--bad);stroke:var(--paper);stroke-width:1.5}}
.track{{fill:var(--panel);stroke:var(--line)}}.bar.ns{{fill:var(--ns)}}.bar.ew{{fill:var(--ew)}}
.wide{{overflow-x:auto}}table{{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}}
th,td{{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}}
th:first-child,td:first-child,.left td{{text-align:left}}
th{{white-space:normal;color:var(--soft);font-weight:600;font-size:.85rem}}
.left th{{text-align:left}}tr.sum td{{font-weight:600;border-top:2px solid var(--line)}}
.red{{color:var(--red)}}.bad{{color:var(--bad);font-weight:700}}.warn{{color:var(--warn);font-weight:700}}
.only{{color:var(--soft)}}.won{{font-weight:700;text-decoration:underline;text-underline-offset:3px}}
.for-narrow{{display:none}}.choices td:last-child{{white-space:normal}}
@media (max-width:40rem){{
body{{margin:1rem auto;padding:0 .7rem}}.for-wide{{display:none}}.for-narrow{{display:block;max-width:27rem}}
figure{{margin:.6rem 0}}th,td{{padding:.2rem .1rem;font-size:.8rem}}th{{font-size:.7rem}}td{{white-space:normal}}
.players :is(th,td):is(:nth-child(3),:nth-child(4)){{display:none}}
}}
ul{{padding-left:1.2rem}}li{{margin:.35rem 0}}summary{{cursor:pointer;color:var(--soft)}}
"""
