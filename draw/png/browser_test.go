package png

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	imagepng "image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifitalic"

	"parlour/internal/programs"
)

// sheets returns the golden drawings of all games, by name.
func sheets(t testing.TB) (names []string, of map[string][]byte) {
	t.Helper()
	files, err := filepath.Glob("../testdata/*.svg")
	if err != nil || len(files) < 8 {
		t.Fatalf("no drawings: %v %v", files, err)
	}
	of = map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".svg")
		names, of[name] = append(names, name), data
	}
	return names, of
}

// photograph lets a browser render drawings, each on a square of the given side.
// The browser uses our fonts, not its own.
func photograph(t *testing.T, drawings [][]byte, side int) []*image.RGBA {
	t.Helper()
	dir := t.TempDir()
	var page strings.Builder
	page.WriteString("<!doctype html><meta charset=utf-8><style>\n")
	for _, f := range []struct {
		family, style string
		data          []byte
	}{
		{"Georgia", "", dejavuserif.TTF},
		{"Georgia", "font-weight:bold", dejavuserifbold.TTF},
		{"Georgia", "font-style:italic", dejavuserifitalic.TTF},
		{"Verdana", "font-weight:bold", dejavusansbold.TTF},
	} {
		fmt.Fprintf(&page, "@font-face{font-family:%s;%s;src:url(data:font/ttf;base64,%s)}\n", f.family, f.style, base64.StdEncoding.EncodeToString(f.data))
	}
	fmt.Fprintf(&page, "*{margin:0}body{background:#%02x%02x%02x}svg{display:block;text-rendering:geometricPrecision;width:%dpx;height:%dpx}</style>", Paper.R, Paper.G, Paper.B, side, side)
	for _, d := range drawings {
		page.Write(d)
	}
	file, shot := filepath.Join(dir, "page.html"), filepath.Join(dir, "shot.png")
	if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(programs.Find(t, "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1", "--disable-lcd-text", "--font-render-hinting=none",
		"--user-data-dir="+filepath.Join(dir, "home"), "--virtual-time-budget=5000",
		fmt.Sprintf("--window-size=%d,%d", side, side*len(drawings)), "--screenshot="+shot, "file://"+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(shot)
	if err != nil {
		t.Fatal(err)
	}
	all, err := imagepng.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]*image.RGBA, len(drawings))
	for i := range out {
		out[i] = image.NewRGBA(image.Rect(0, 0, side, side))
		draw.Draw(out[i], out[i].Bounds(), all, image.Pt(0, i*side), draw.Src)
	}
	return out
}

// A difference says how much two pictures differ.
type difference struct {
	mean  float64 // over all colours of all pixels, out of 255
	worst int     // over all pixels, with both pictures blurred
	at    image.Point
	broad int // over large parts, by their mean colour, for patterns
}

// compare compares pictures pixel by pixel, once as they are and twice blurred:
// then the smoothing of edges does not matter, only whether something is there.
func compare(a, b *image.RGBA) (d difference) {
	for i := range a.Pix {
		d.mean += math.Abs(float64(a.Pix[i])-float64(b.Pix[i])) / float64(len(a.Pix)/4*3)
	}
	d.worst, d.at = blurred(a, b, 2, 1)
	d.broad, _ = blurred(a, b, 16, 8)
	return d
}

// blurred returns the largest difference of the mean colours of squares of
// 2r+1 points, one at every step, and where it is.
func blurred(a, b *image.RGBA, r, step int) (worst int, at image.Point) {
	size := a.Bounds().Size()
	for y := r; y < size.Y-r; y += step {
		for x := r; x < size.X-r; x += step {
			var sum [3]int
			for py := y - r; py <= y+r; py++ {
				for i := a.PixOffset(x-r, py); i <= a.PixOffset(x+r, py); i += 4 {
					for c := range 3 {
						sum[c] += int(a.Pix[i+c]) - int(b.Pix[i+c])
					}
				}
			}
			for _, s := range sum {
				if s = max(s, -s) / ((2*r + 1) * (2*r + 1)); s > worst {
					worst, at = s, image.Pt(x, y)
				}
			}
		}
	}
	return worst, at
}

// The limits within which two pictures count as the same.
const (
	mostMean  = 3.5
	mostWorst = 40
	mostBroad = 8
)

func (d difference) same() bool {
	return d.mean < mostMean && d.worst < mostWorst && d.broad < mostBroad
}

// TestBrowser checks that pictures of all games match what a browser draws, and
// that the limits are tight enough to notice missing parts.
func TestBrowser(t *testing.T) {
	const side = 700
	names, of := sheets(t)
	drawings := make([][]byte, len(names))
	for i, name := range names {
		drawings[i] = of[name]
	}
	shots := photograph(t, drawings, side)
	for i, name := range names {
		img, err := Render(of[name], Options{Width: side, Height: side})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		d := compare(img, shots[i])
		t.Logf("%-18s mean %.2f, worst %d at %v, broad %d", name, d.mean, d.worst, d.at, d.broad)
		if !d.same() {
			t.Errorf("%s differs from what the browser draws: %+v", name, d)
		}
		if dir := os.Getenv("PARLOUR_PICTURES"); dir != "" {
			save(t, filepath.Join(dir, name+".png"), img)
			save(t, filepath.Join(dir, name+".browser.png"), shots[i])
		}
	}

	for _, c := range []struct{ name, old, new string }{
		{"backgammon", ">13</text>", "></text>"},
		{"backgammon", `stroke-dasharray="5 5"`, `stroke-opacity="0"`},
		{"checkers", ` fill="#b98e5e"`, ` fill="none"`},
		{"kleefeld", `class="target"`, `class="target" transform="translate(0 20)"`},
		{"kleefeld", `r="1.25"`, `r="0"`},
		{"auto-race", `<path d="M14 6L38-20" fill="none" stroke-width="6"/>`, ""},
		{"auto-race", ">FINISH<", "><"},
		{"contact", `font-size="38" font-weight="bold"`, `font-size="24" font-weight="bold"`},
	} {
		changed := strings.ReplaceAll(string(of[c.name]), c.old, c.new)
		if changed == string(of[c.name]) {
			t.Errorf("%s has no %s", c.name, c.old)
			continue
		}
		img, err := Render([]byte(changed), Options{Width: side, Height: side})
		if err != nil {
			t.Error(err)
			continue
		}
		for i, name := range names {
			if name != c.name {
				continue
			}
			d := compare(img, shots[i])
			t.Logf("%s without %s: %+v", name, c.old, d)
			if d.same() {
				t.Errorf("the comparison does not notice that %s lacks %s", name, c.old)
			}
		}
	}
}

func save(t *testing.T, file string, img image.Image) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := imagepng.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
