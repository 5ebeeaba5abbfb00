"""The score sheet's template (Jinja): style and drawing are part of the page itself."""

TEMPLATE = """\
<!doctype html>
<html lang="{{ language }}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ _("Score sheet") }} · {{ sheet.title }} · {{ sheet.facts[0][1] }}</title>
<style>
@page { size: A4; margin: 14mm 13mm 16mm; }
* { box-sizing: border-box; }
html { background: #fff; color: #14181f; color-scheme: light; }
body {
  max-width: 184mm; margin: 0 auto; padding: 6mm 0;
  font: 10pt/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 { font-size: 22pt; line-height: 1.1; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 12pt; margin: 7mm 0 2mm; break-after: avoid; }
.result { font-size: 13pt; font-weight: 600; margin: 1.5mm 0 3mm; overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: 1mm 8mm; margin: 0 0 5mm; }
dt { color: #5a6072; font-size: 8pt; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
.moves { table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td {
  padding: 1.1mm 1.6mm; text-align: left; vertical-align: top; border-bottom: 0.2mm solid #cfc8ba;
}
thead th {
  border-bottom: 0.5mm solid #14181f; vertical-align: bottom; font-size: 9pt;
}
.player, .moves td { overflow-wrap: anywhere; }
.number, .points { text-align: right; font-variant-numeric: tabular-nums; }
.number { white-space: nowrap; overflow-wrap: normal; }
.term { white-space: nowrap; }
td.points { font-size: 9pt; }
th.points { font-size: 8.5pt; padding-inline: 0.6mm 1.6mm; hyphens: auto; }
td.points b { font-size: 10pt; }
tfoot td.points { font-size: 12pt; }
.moves tbody tr:nth-child(5n) td { border-bottom-color: #14181f; }
.notation { font: 8.5pt/1.45 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.remarks { font-size: 8.5pt; }
.mover { font-weight: 600; margin-right: 1mm; }
.color { display: block; font-weight: 400; font-size: 8pt; color: #5a6072; }
.stood td { background: #fbeeee; }
tfoot { display: table-row-group; }
tfoot th, tfoot td {
  border-top: 0.5mm solid #14181f; border-bottom: 0; font-weight: 700; font-size: 12pt;
}
tfoot tr + tr td, tfoot tr + tr th { border-top: 0; font-weight: 400; font-size: 9pt; }
.notes td:first-child, .notes td:nth-child(2) { white-space: nowrap; }
.notes td { font-size: 9pt; }
.notes td:last-child { overflow-wrap: anywhere; width: 100%; }
figure { margin: 7mm 0 0; break-inside: avoid; }
figure h2 { margin-top: 0; }
svg { display: block; margin: 0 auto; max-width: 100%; max-height: 150mm; }
.white { fill: #faf5ea; }
.blue { fill: #23509e; }
.rim { fill: none; stroke: #39435a; stroke-width: 0.035; }
svg text {
  font: 0.3px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; text-anchor: middle;
  dominant-baseline: central; fill: #14181f; stroke: #fff; stroke-width: 0.1; paint-order: stroke;
}
footer { margin-top: 6mm; font-size: 8pt; color: #5a6072; }
@media screen { body { padding: 10mm 6mm; } .wide { overflow-x: auto; } }
@media print {
  body { padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
</style>
</head>
<body>
<h1>{{ sheet.title }}</h1>
<p class="result">{{ sheet.result }}</p>
<dl>
{% for name, value in sheet.facts %}
<div><dt>{{ name }}</dt><dd>{{ value }}</dd></div>
{% endfor %}
</dl>
<div class="wide">
<table class="moves">
<colgroup>
<col style="width: 9mm">
{% if sheet.with_points %}
<col style="width: 9mm">
<col>
{% for player in sheet.players %}<col style="width: {{ sheet.column_mm }}mm">{% endfor %}

{% else %}
{% for player in sheet.players %}<col>{% endfor %}

<col style="width: {{ sheet.column_mm }}mm">
{% endif %}
</colgroup>
<thead>
<tr>
<th class="number" scope="col">{{ _("No.") }}</th>
{% if sheet.with_points %}
<th class="number" scope="col">{{ _("Die") }}</th>
<th scope="col">{{ _("Move and islands") }}</th>
{% endif %}
{% for name, color in sheet.players %}
<th class="player{{ ' points' if sheet.with_points }}" scope="col">{{ name }}
{%- if color %}<span class="color">{{ color }}</span>{% endif %}</th>
{% endfor %}
{% if not sheet.with_points %}
<th scope="col">{{ _("Remarks") }}</th>
{% endif %}
</tr>
</thead>
<tbody>
{% for line in sheet.lines %}
<tr{% if line.let_stand %} class="stood"{% endif %}>
<td class="number">{{ line.number }}</td>
{% if sheet.with_points %}
<td class="number">{{ line.die or "" }}</td>
<td><span class="mover">{{ line.mover }}</span> <span class="notation">{{ line.move }}</span>
{% for remark in line.remarks %}<br><span class="remarks">{{ remark }}</span>{% endfor %}</td>
{% endif %}
{% for points in line.points %}
<td class="points">{% if points.terms %}
{% for term in points.terms %}<span class="term">{{ term }}</span>
{% if not loop.last %} + {% endif %}
{% endfor %}
 = <b>{{ points.total }}</b>{% endif %}</td>
{% endfor %}
{% for move in line.moves %}
<td class="notation">{{ move }}</td>
{% endfor %}
{% if not sheet.with_points %}
<td class="remarks">{{ line.remarks | join("; ") }}</td>
{% endif %}
</tr>
{% else %}
{% set columns = sheet.players | length + (3 if sheet.with_points else 2) %}
<tr><td colspan="{{ columns }}">{{ _("No move has been made.") }}</td></tr>
{% endfor %}
</tbody>
{% if sheet.with_points %}
<tfoot>
<tr><th colspan="3" scope="row">{{ _("Total") }}</th>
{% for total in sheet.totals %}<td class="points">{{ total }}</td>{% endfor %}</tr>
{% if sheet.announced %}
<tr><th colspan="3" scope="row">{{ _("Announced at the end") }}</th>
{% for total in sheet.announced %}<td class="points">{{ total }}</td>{% endfor %}</tr>
{% endif %}
</tfoot>
{% endif %}
</table>
</div>
{% if sheet.notes %}
<h2>{{ _("Rulings, corrections and votes") }}</h2>
<table class="notes">
<tbody>
{% for note in sheet.notes %}
<tr><td class="number">{{ note.time }}</td><td>{{ note.heading }}</td><td>{{ note.words }}</td></tr>
{% endfor %}
</tbody>
</table>
{% endif %}
{% if sheet.position %}
<figure>
{% set drawing = sheet.position.drawing %}
<h2>{{ _("Position after the last move") }}</h2>
<svg viewBox="{{ drawing.view_box }}" width="{{ (drawing.width * 46) | round | int }}"
 role="img" aria-label="{{ _('Position after the last move') }}">
<defs>
<path id="rim" class="rim" d="{{ tile_outline }}"/>
<g id="tile">
<path class="white" d="{{ tile_outline }}"/>
{% for part in blue_parts %}<path class="blue" d="{{ part }}"/>{% endfor %}
</g>
</defs>
{% for tile in drawing.tiles %}<use href="#tile" transform="{{ tile.transform }}"/>{% endfor %}
{% for tile in drawing.tiles %}<use href="#rim" transform="{{ tile.transform }}"/>{% endfor %}
{% for x, y, name in sheet.position.names %}
<text x="{{ x }}" y="{{ y }}">{{ name }}</text>
{% endfor %}
</svg>
</figure>
{% endif %}
<footer>
{% if sheet.with_points %}
{{ _("Points: 3 × value to who closed an island, 2 × value to who moved before.") }}
{% endif %}
{{ _("Moves: q,r=k places a tile, xq,r takes one, q,r>k turns one.") }}
{{ _("Palago and Palagem by Cameron Browne, Palagonia by Cameron Browne with Mike McManaway.") }}
{{ _("Game {uid}", uid=sheet.uid) }}
</footer>
</body>
</html>
"""
