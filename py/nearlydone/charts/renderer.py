"""matplotlib's artists as SVG elements with classes and no looks of their own.

matplotlib's own SVG renderer puts a style into every element: the page's security policy forbids that, and
dark colours could not override it. It also draws on the renderer of pixels, for which a reader would wait.
"""

from html import escape
from typing import Literal

from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Transform
from matplotlib.typing import ColorType

from nearlydone.charts.paths import path as written
from nearlydone.drawings.svg import number, tag

ANCHORS = {"left": None, "center": "middle", "right": "end"}


class ClassRenderer(RendererBase):
    """Collects `elements` for a drawing of a given size. An artist's gid is its class.

    What is cut off at the axes' edges, by the clip path with id `clip`, is a line of the chart: it can be found by
    its name in `data-line`, to be moved.
    """

    def __init__(self, width: float, height: float, clip: str) -> None:
        super().__init__()
        self.width = width
        self.height = height
        self.clip = clip
        self.elements: list[str] = []
        self._gids: list[str | None] = []

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def open_group(self, s: str, gid: str | None = None) -> None:
        self._gids.append(gid)

    def close_group(self, s: str) -> None:
        self._gids.pop()

    def draw_path(
        self, gc: GraphicsContextBase, path: Path, transform: Transform, rgbFace: ColorType | None = None
    ) -> None:
        self._add_path(gc, path, transform, dots=False)

    def draw_markers(
        self,
        gc: GraphicsContextBase,
        marker_path: Path,
        marker_trans: Transform,
        path: Path,
        trans: Transform,
        rgbFace: ColorType | None = None,
    ) -> None:
        """Whatever the marker: a dot, as large as the styles say."""
        self._add_path(gc, path, trans, dots=True)

    def _add_path(self, gc: GraphicsContextBase, path: Path, transform: Transform, *, dots: bool) -> None:
        points = [(x, self.height - y) for x, y in transform.transform(path.vertices).tolist()]
        classes = self._gids[-1]
        assert classes is not None
        line = {"data_line": classes.split()[-1], "clip_path": f"url(#{self.clip})"} if gc.get_clip_rectangle() else {}
        self.elements.append(tag("path", class_=classes, d=written(points, dots), **line))

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: bool | Literal["TeX"] = False,
        mtext: Text | None = None,
    ) -> None:
        """Text on its anchor, since only the browser knows how wide it will be."""
        assert mtext is not None
        [x, _] = mtext.get_transform().transform(mtext.get_position())
        anchor = ANCHORS[mtext.get_horizontalalignment()]
        self.elements.append(
            tag("text", escape(s), class_=self._gids[-1], x=number(float(x)), y=number(float(y)), text_anchor=anchor)
        )

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: bool | Literal["TeX"]
    ) -> tuple[float, float, float]:
        """A guess at what the page's font will need; nothing measured here could be exact."""
        size = prop.get_size_in_points()
        return 0.55 * size * len(s), size, 0.2 * size
