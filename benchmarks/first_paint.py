"""How heavy the table's page is on a phone's first visit, and how soon it is painted on a slow 3G line.

    python benchmarks/first_paint.py http://127.0.0.1:8000/p/<secret>

Needs Chromium (CHROMIUM names it) and a server that runs as in production (not DEBUG), so that files are
compressed. The line is that of the browsers' "Slow 3G": 400 kbit/s each way, 400 ms there and back, on a
processor slowed to a quarter.

Two cores, 1 December 2026, the table of the demo: 95.4 KB (a third of it scripts, a third the font), first
paint on slow 3G after 2.1 s. The page of a win (/win): 99.4 KB and 2.1 s. Names with rarer letters bring a
second font of 12 KB.
"""

import json
import os
import shutil
import sys

from playwright.sync_api import sync_playwright

SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
PAINTS = """() => Object.fromEntries(
  performance.getEntriesByType("paint").map((paint) => [paint.name, Math.round(paint.startTime)])
)"""


def measure(address: str, *, slow: bool) -> dict[str, object]:
    """One first visit: compressed bytes by kind, and the times of the first paints."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        page = chromium.new_page(viewport={"width": 360, "height": 740})
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        kinds: dict[str, str] = {}
        size: dict[str, int] = {}

        def heard(event: dict[str, object]) -> None:
            kinds[str(event["requestId"])] = str(event["type"])

        def received(event: dict[str, object]) -> None:
            kind = kinds.get(str(event["requestId"]), "Other")
            size[kind] = size.get(kind, 0) + int(str(event["encodedDataLength"]))

        line.on("Network.responseReceived", heard)

        def finished(event: dict[str, object]) -> None:
            if kinds.get(str(event["requestId"])) == "Document":  # the browser does not say it piece by piece
                size["Document"] = int(float(str(event["encodedDataLength"])))

        line.on("Network.dataReceived", received)
        line.on("Network.loadingFinished", finished)
        if slow:
            line.send("Network.emulateNetworkConditions", SLOW_3G)
            line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(address, wait_until="load", timeout=120_000)
        loaded = dict(size)
        paints = page.evaluate(PAINTS)
        chromium.close()
    return {"bytes": loaded, "total": sum(loaded.values()), "paint_ms": paints}


def main() -> None:
    """Print both as JSON; exit status 1 when the page is heavier than 100 KB."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    quick, slow = measure(sys.argv[1], slow=False), measure(sys.argv[1], slow=True)
    print(json.dumps({"first_visit": quick, "slow_3g": slow["paint_ms"]}, indent=1))
    sys.exit(1 if int(str(quick["total"])) > 100_000 else 0)


if __name__ == "__main__":
    main()
