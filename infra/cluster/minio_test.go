package cluster

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"academy/infra/spawner"
)

// Running production's script again changes keys: the former ones are refused from then
// on, and no others.
func TestChangedKeys(t *testing.T) {
	p := &product{t: t, dir: t.TempDir(), spawner: spawner.New()}
	t.Cleanup(p.stop)
	s3 := p.minio()
	keeper, reader := p.buckets(s3)
	other := key{"another-program", "another-secret"}
	p.admin(s3, "user", "add", "store", other.id, other.secret)
	p.admin(s3, "policy", "attach", "store", "readwrite", "--user", other.id)
	newKeeper, newReader := p.buckets(s3)

	for _, each := range []struct {
		name  string
		key   key
		wants string
	}{
		{"the keeper before", keeper, "InvalidAccessKeyId"},
		{"the reader before", reader, "InvalidAccessKeyId"},
		{"the keeper", newKeeper, ""},
		{"the reader", newReader, ""},
		{"another program", other, ""},
	} {
		client, err := minio.New(strings.TrimPrefix(s3, "http://"), &minio.Options{
			Creds: credentials.NewStaticV4(each.key.id, each.key.secret, ""),
		})
		if err != nil {
			t.Fatal(err)
		}
		var refused minio.ErrorResponse
		for object := range client.ListObjects(t.Context(), releaseBucket, minio.ListObjectsOptions{}) {
			if object.Err != nil && !errors.As(object.Err, &refused) {
				t.Fatal(object.Err)
			}
		}
		if refused.Code != each.wants {
			t.Errorf("%s: %q, want %q", each.name, refused.Code, each.wants)
		}
	}
}

// admin runs a command of MinIO's client as root.
func (p *product) admin(s3 string, args ...string) {
	p.t.Helper()
	cmd := exec.Command(built(p.t, ".build", "bin", "mc"), append([]string{"admin"}, args...)...)
	cmd.Env = append(os.Environ(), "MC_CONFIG_DIR="+p.dir, "MC_HOST_store=http://"+rootUser+":"+rootPassword+"@"+
		strings.TrimPrefix(s3, "http://"))
	if said, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("mc admin %s: %v\n%s", strings.Join(args, " "), err, said)
	}
}
