package svg

import "bytes"

// Themes are the looks that a page can give to boards, besides paper.
const (
	Wood  = "wood"
	Night = "night"
)

// roles are the colours of drawings with those that replace them: oak and maple for
// wood, dark felt for the night, with the same inks dimmed. Pictures that leave the
// page keep the colours of paper.
var roles = []struct{ name, paper, wood, night string }{
	{"paper", paper, "#c99d66", "#18201e"},
	{"space", bright, "#f1deb7", "#39413d"},
	{"field", field, "#b98a55", "#202a27"},
	{"shade", shade, "#87562f", "#161c1a"},
	{"pale", pale, "#e6c78f", "#66716a"},
	{"ink", ink, "#26160b", "#d2cab5"},
	{"accent", accent, "#7d2456", "#f2a9d3"},
	{"bone", bone, "#fff3d6", "#e6dcc4"},
	{"pitch", pitch, "#1f1209", "#14100d"},
	{"green", tints["green"].flat, "#3f7a55", "#45785a"},
	{"yellow", tints["yellow"].flat, "#dba437", "#cf9f40"},
	{"blue", tints["blue"].flat, "#2f6695", "#3b6c95"},
	{"red", tints["red"].flat, "#b23a26", "#ad4130"},
	{"black", tints["black"].flat, "#302721", "#2c2725"},
	{"ebony", tints["ebony"].flat, "#3a2114", "#2c2724"},
	{"ivory", tints["ivory"].flat, "#f4e2b8", "#dccfb1"},
	{"plain", plain.flat, "#cba970", "#a8997a"},
}

// AppendRules appends style sheet rules that put boards inside a page into the theme
// of the page. The page's light-dark() chooses between paper and night.
func AppendRules(dst []byte) []byte {
	dst = append(dst, ":root {\n"...)
	for _, r := range roles {
		dst = append(dst, "  --board-"+r.name+": light-dark("+r.paper+", "+r.night+");\n"...)
	}
	dst = append(dst, "}\n\n:root[data-theme=\""+Wood+"\"] {\n"...)
	for _, r := range roles {
		dst = append(dst, "  --board-"+r.name+": "+r.wood+";\n"...)
	}
	dst = append(dst, "}\n\n"...)
	for _, r := range roles {
		for _, what := range [2]string{"fill", "stroke"} {
			dst = append(dst, "["+what+"=\""+r.paper+"\"] { "+what+": var(--board-"+r.name+"); }\n"...)
		}
	}
	return dst
}

// nightRules are the rules inside a drawing that a page shows as a picture.
var nightRules = func() []byte {
	css := []byte("<style>:root{color-scheme:light dark}")
	for _, r := range roles {
		for _, what := range [2]string{"fill", "stroke"} {
			css = append(css, "["+what+"=\""+r.paper+"\"]{"+what+":light-dark("+r.paper+","+r.night+")}"...)
		}
	}
	return append(css, "</style>"...)
}()

// Themed returns a drawing for a page that shows it as a picture: it is dark where
// the page is. Others should get the drawing itself, which looks the same everywhere.
func Themed(drawing []byte) []byte {
	tag, rest, ok := bytes.Cut(drawing, []byte(">"))
	if !ok {
		return drawing
	}
	return bytes.Join([][]byte{tag, []byte(">"), nightRules, rest}, nil)
}
