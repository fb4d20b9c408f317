package main

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// strictly reads the documents of a YAML file. Fields that into does not have are
// errors, so that a misspelt one is found.
func strictly[T any](t *testing.T, name string) (list []T) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	for {
		var one T
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, one)
	}
}

// checkSettings checks the variables and arguments of a server. Values are checked as
// the command would, after the secrets are filled in.
func checkSettings(t *testing.T, name string, env map[string]string, args []string) {
	t.Helper()
	var f serveFlags
	cmd := &cobra.Command{}
	f.add(cmd)
	fromEnvironment(cmd)
	flags := map[string]bool{}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags[variable(flag.Name)] = true })
	for key, value := range env {
		if !strings.HasPrefix(key, "PARLOUR_") {
			continue
		}
		if !flags[key] {
			t.Errorf("%s: there is no setting %s", name, key)
		}
		t.Setenv(key, value)
	}
	if len(args) > 0 {
		if args[0] != "serve" {
			t.Errorf("%s runs %v", name, args)
		}
		if err := cmd.ParseFlags(args[1:]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := readEnvironment(cmd); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := f.check(&streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for key := range env {
		if strings.HasPrefix(key, "PARLOUR_") {
			os.Unsetenv(key) // t.Setenv puts back what was there before
		}
	}
}

// checkHosts checks that the store and the bus are among the services.
func checkHosts(t *testing.T, name string, env map[string]string, services []string) {
	t.Helper()
	for _, key := range []string{"PARLOUR_STORE", "PARLOUR_BUS"} {
		if env[key] == "" {
			continue
		}
		if u, err := url.Parse(env[key]); err != nil || !slices.Contains(services, u.Hostname()) {
			t.Errorf("%s: %s is at %s, but the services are %v (%v)", name, key, env[key], services, err)
		}
	}
}

// A composeFile is what our examples use of the Compose specification.
type composeFile struct {
	Services map[string]struct {
		Build struct {
			Context    string
			Dockerfile string
		}
		Image       string
		Command     string
		Ports       []string
		Volumes     []string
		Environment map[string]string
		DependsOn   any `yaml:"depends_on"`
		Restart     string
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		SecurityOpt []string `yaml:"security_opt"`
		StopGrace   string   `yaml:"stop_grace_period"`
		Healthcheck struct {
			Test     []string
			Interval string
		}
	}
	Volumes  map[string]struct{}
	Node     any `yaml:"x-node"`
	Settings any `yaml:"x-settings"`
}

var secret = regexp.MustCompile(`\$\{[A-Z_]+:\?[^}]*\}`)

// The examples for Compose name files, settings, services and volumes that exist.
func TestCompose(t *testing.T) {
	for file, nodes := range map[string]int{"one.yaml": 1, "three.yaml": 3} {
		name := filepath.Join("..", "..", "deploy", "compose", file)
		list := strictly[composeFile](t, name)
		if len(list) != 1 {
			t.Fatalf("%s has %d documents", file, len(list))
		}
		c, n := list[0], 0
		services := slices.Sorted(maps.Keys(c.Services))
		for id, s := range c.Services {
			for _, v := range s.Volumes {
				volume, _, _ := strings.Cut(v, ":")
				if _, ok := c.Volumes[volume]; !ok {
					t.Errorf("%s: %s uses the volume %s", file, id, volume)
				}
			}
			if s.Image != "parlour" {
				continue
			}
			n++
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), s.Build.Context, s.Build.Dockerfile)); err != nil {
				t.Errorf("%s: %s: %v", file, id, err)
			}
			for key, value := range s.Environment {
				s.Environment[key] = secret.ReplaceAllString(value, "secret")
			}
			checkSettings(t, file+" "+id, s.Environment, nil)
			checkHosts(t, file+" "+id, s.Environment, services)
			if nodes > 1 && s.Environment["PARLOUR_NODE"] != id {
				t.Errorf("%s: the node %s is called %s", file, id, s.Environment["PARLOUR_NODE"])
			}
			if nodes > 1 && !strings.Contains(c.Services["door"].Command, "--to "+id+":8080") {
				t.Errorf("%s: nothing goes to %s", file, id)
			}
		}
		if n != nodes {
			t.Errorf("%s has %d nodes, want %d", file, n, nodes)
		}
	}
}

// An object is what our examples use of the objects of Kubernetes.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		Selector any
		Ports    []struct {
			Name, Port string
			TargetPort string `yaml:"targetPort"`
		}
		ServiceName    string `yaml:"serviceName"`
		Replicas       int
		MaxUnavailable int `yaml:"maxUnavailable"`
		Strategy       struct {
			RollingUpdate struct {
				MaxUnavailable int `yaml:"maxUnavailable"`
			} `yaml:"rollingUpdate"`
		}
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				Grace           int            `yaml:"terminationGracePeriodSeconds"`
				SecurityContext map[string]any `yaml:"securityContext"`
				Containers      []pod
				Volumes         []struct {
					Name     string
					EmptyDir struct{} `yaml:"emptyDir"`
				}
			}
		}
		Claims []struct {
			Metadata struct{ Name string }
			Spec     any
		} `yaml:"volumeClaimTemplates"`
	}
}

// A pod is a container of an object.
type pod struct {
	Name, Image string
	Args        []string
	Env         []struct {
		Name, Value string
		ValueFrom   struct {
			FieldRef struct {
				FieldPath string `yaml:"fieldPath"`
			} `yaml:"fieldRef"`
			SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
		} `yaml:"valueFrom"`
	}
	Ports []struct {
		Name          string
		ContainerPort int `yaml:"containerPort"`
	}
	ReadinessProbe  probe          `yaml:"readinessProbe"`
	LivenessProbe   probe          `yaml:"livenessProbe"`
	SecurityContext map[string]any `yaml:"securityContext"`
	Resources       struct{ Requests, Limits map[string]string }
	VolumeMounts    []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
	TCP     struct{ Port string }       `yaml:"tcpSocket"`
	Exec    struct{ Command []string }
	Period  int `yaml:"periodSeconds"`
}

// The examples for Kubernetes are consistent: services reach pods, probes ask for
// paths that a server has, and settings, ports, volumes and secrets exist.
func TestKubernetes(t *testing.T) {
	address, _, _ := serving(t, "--data", t.TempDir())
	for file, replicas := range map[string]int{"one.yaml": 1, "three.yaml": 3} {
		name := filepath.Join("..", "..", "deploy", "kubernetes", file)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var services, labels []string
		ports, found := map[string]bool{}, false
		list := strictly[object](t, name)
		for _, o := range list {
			if label := o.Spec.Template.Metadata.Labels["app"]; label != "" {
				labels = append(labels, label)
			}
			if o.Kind == "Service" {
				services = append(services, o.Metadata.Name)
			}
			for _, c := range o.Spec.Template.Spec.Containers {
				for _, p := range c.Ports {
					ports[o.Spec.Template.Metadata.Labels["app"]+" "+p.Name] = true
				}
			}
		}
		for _, o := range list {
			about := file + " " + o.Kind + " " + o.Metadata.Name
			if o.Kind == "Service" {
				selects, _ := o.Spec.Selector.(map[string]any)
				app, _ := selects["app"].(string)
				if !slices.Contains(labels, app) {
					t.Errorf("%s selects %v, but the pods are %v", about, selects, labels)
				}
				for _, p := range o.Spec.Ports {
					if !ports[app+" "+p.TargetPort] {
						t.Errorf("%s: no pod of %s has a port %s", about, app, p.TargetPort)
					}
				}
			}
			if o.Spec.ServiceName != "" && !slices.Contains(services, o.Spec.ServiceName) {
				t.Errorf("%s: there is no service %s", about, o.Spec.ServiceName)
			}
			for _, c := range o.Spec.Template.Spec.Containers {
				checkVolumes(t, about, &o, &c)
				if c.Image != "parlour" {
					continue
				}
				found = true
				if o.Spec.Replicas != replicas {
					t.Errorf("%s has %d replicas", about, o.Spec.Replicas)
				}
				res, err := http.Get(address + c.ReadinessProbe.HTTPGet.Path)
				if err == nil {
					res.Body.Close()
				}
				if err != nil || res.StatusCode != http.StatusOK || c.ReadinessProbe.HTTPGet.Path == "" {
					t.Errorf("%s: its probe asks for %q: %v", about, c.ReadinessProbe.HTTPGet.Path, err)
				}
				env := map[string]string{}
				for _, v := range c.Env {
					env[v.Name] = v.Value
					if ref := v.ValueFrom.SecretKeyRef; ref.Name != "" {
						m := regexp.MustCompile(`--from-literal=` + ref.Key + `=(\S+)`).FindSubmatch(text)
						if m == nil {
							t.Fatalf("%s: nobody is told to make the secret %s", about, ref.Key)
						}
						env[v.Name] = string(m[1])
					} else if v.ValueFrom.FieldRef.FieldPath != "" {
						env[v.Name] = "a-pod"
					}
				}
				checkSettings(t, about, env, c.Args)
				checkHosts(t, about, env, services)
			}
		}
		if !found {
			t.Errorf("%s has no server", file)
		}
	}
}

// checkVolumes checks that what a container mounts is there.
func checkVolumes(t *testing.T, about string, o *object, c *pod) {
	t.Helper()
	for _, m := range c.VolumeMounts {
		ok := false
		for _, v := range o.Spec.Template.Spec.Volumes {
			ok = ok || v.Name == m.Name
		}
		for _, v := range o.Spec.Claims {
			ok = ok || v.Metadata.Name == m.Name
		}
		if !ok {
			t.Errorf("%s mounts %s, which is no volume", about, m.Name)
		}
	}
}

// The image runs commands that exist, with settings that exist, as a user without
// rights.
func TestContainerfile(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "deploy", "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(raw), "\nFROM scratch\n")
	if !ok {
		t.Fatal("the image is not from scratch")
	}
	env := map[string]string{}
	for _, m := range regexp.MustCompile(`(PARLOUR_[A-Z_]+)=(\S+)`).FindAllStringSubmatch(text, -1) {
		env[m[1]] = m[2]
	}
	if env["PARLOUR_DATA"] != "/data" || !strings.Contains(text, "\nVOLUME /data\n") || !regexp.MustCompile(`\nUSER [1-9]\d+:[1-9]\d+\n`).MatchString(text) {
		t.Errorf("the volume or the user is wrong: %s", text)
	}
	checkSettings(t, "Containerfile", env, nil)
	root := newRoot(&streams{})
	for _, m := range regexp.MustCompile(`CMD \[(?:"/parlour", )?"(\w+)"\]`).FindAllStringSubmatch(text, -1) {
		if cmd, _, err := root.Find(m[1:]); err != nil || cmd.Name() != m[1] {
			t.Errorf("the image calls %q: %v", m[1], err)
		}
	}
}
