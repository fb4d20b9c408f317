package brotli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
)

// compress compresses texts by Node, in many ways each.
func compress(t testing.TB, texts [][]byte) (forms [][][]byte) {
	t.Helper()
	const script = `const zlib = require("zlib"), c = zlib.constants;
		const texts = JSON.parse(require("fs").readFileSync(0)).map(t => Buffer.from(t, "base64"));
		const ways = [[2, 18, 0], [5, 22, 1], [11, 10, 1], [11, 24, 0]];
		const small = (t, [q, w, m]) => zlib.brotliCompressSync(t, { params: { [c.BROTLI_PARAM_QUALITY]: q, [c.BROTLI_PARAM_LGWIN]: w, [c.BROTLI_PARAM_MODE]: m } });
		console.log(JSON.stringify(texts.map(t => ways.map(w => small(t, w).toString("base64")))))`
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", script)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &forms); err != nil {
		t.Fatal(err)
	}
	return forms
}

// texts are of many kinds: text with words of the dictionary, programs, noise.
func texts(t testing.TB) (list [][]byte) {
	t.Helper()
	list = [][]byte{{}, []byte("a"), []byte("The time of the other language is not the same, as some people say: International Information.")}
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	few := make([]byte, 30_000)
	for i := range few {
		few[i] = "abc"[random.IntN(3)] // without long repetitions
	}
	list = append(list, noise, few, bytes.Repeat([]byte("far "), 90_000))
	for _, name := range []string{"../../docs/openapi.yaml", "../../CONTRIBUTING.md", "transform.go", "../../web/page/icons/icon-192.png", "../../web/page/js/words.js", "dictionary.deflate"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return append(list, bytes.Join(list[:4], list[7]), dictionary())
}

// What Node compresses comes back as it was.
func TestDecode(t *testing.T) {
	texts := texts(t)
	for i, forms := range compress(t, texts) {
		for k, form := range forms {
			if got, err := Decode(form); err != nil || !bytes.Equal(got, texts[i]) {
				t.Errorf("text %d of %d bytes in form %d: %d bytes, %v", i, len(texts[i]), k, len(got), err)
			}
		}
	}
}

// Damaged data is an error: nothing worse happens.
func TestDamaged(t *testing.T) {
	forms := compress(t, [][]byte{[]byte("The time of the other language is not the same, as some people say."), bytes.Repeat([]byte("some people "), 300)})
	random := rand.New(rand.NewPCG(3, 4))
	faults := 0
	for _, list := range forms {
		for _, form := range list {
			for n := range form {
				if _, err := Decode(form[:n]); !errors.Is(err, ErrFormat) {
					t.Fatalf("%d of %d bytes: %v", n, len(form), err)
				}
			}
			for range 300 {
				bad := bytes.Clone(form)
				bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
				if _, err := Decode(bad); err != nil {
					faults++
				}
			}
		}
	}
	if faults == 0 {
		t.Error("no damage was found")
	}
}

// The dictionary is that of the format, which tells its checksum.
func TestDictionary(t *testing.T) {
	if sum := crc32.ChecksumIEEE(dictionary()); len(dictionary()) != 122784 || sum != 0x5136cb04 {
		t.Errorf("the dictionary has %d bytes and the checksum %#x", len(dictionary()), sum)
	}
}

func FuzzDecode(f *testing.F) {
	small, _ := base64.StdEncoding.DecodeString("CwKAaGVsbG8D")
	f.Add(small)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1000 {
			return
		}
		if out, err := Decode(data); err != nil && (out != nil || !errors.Is(err, ErrFormat)) {
			t.Errorf("%d bytes with %v", len(out), err)
		}
	})
}
