#!/usr/bin/python3
"""Lets Graphviz draw a graph: graphviz.py < GRAPH. Prints what its structure and its drawing hold, as JSON."""
import json
import subprocess
import sys
import xml.etree.ElementTree as xml

graph = sys.stdin.buffer.read()


def dot(form: str) -> bytes:
    run = subprocess.run(["dot", f"-T{form}"], input=graph, capture_output=True)
    if run.returncode != 0 or run.stderr:
        sys.exit("graphviz.py: " + run.stderr.decode(errors="replace"))
    return run.stdout


SVG = "{http://www.w3.org/2000/svg}"
drawing = xml.fromstring(dot("svg"))
labels: dict[str, list[dict]] = {"node": [], "edge": [], "cluster": []}
for group in drawing.iter(SVG + "g"):
    if group.get("class") in labels:
        texts = ["".join(text.itertext()) for text in group.iter(SVG + "text")]
        strokes = {shape.get("stroke") for shape in group.iter() if shape.get("stroke")}
        labels[group.get("class")].append({"id": group.findtext(SVG + "title"), "label": " ".join(texts), "isRed": "red" in strokes})

structure = json.loads(dot("json"), strict=False)
clusters = [thing for thing in structure.get("objects", []) if "nodes" in thing]
answer = {
    "nodes": labels["node"],
    "edges": labels["edge"],
    "groups": labels["cluster"],
    "groupSizes": [len(cluster["nodes"]) for cluster in clusters],
    "edgeCount": len(structure.get("edges", [])),
}
json.dump(answer, sys.stdout)
