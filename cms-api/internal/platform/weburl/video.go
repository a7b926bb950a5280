package weburl

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"academy/cms-api/internal/platform/problem"
)

// Video is a video, or a playlist of them, that a page can embed.
type Video struct {
	Host  VideoHost
	ID    string // empty for a playlist
	List  string // of YouTube
	Hash  string // of a video of Vimeo that is not listed
	Start int    // in seconds
}

// VideoHost is a site whose videos can be embedded.
type VideoHost string

// The hosts of videos.
const (
	YouTube VideoHost = "youtube"
	Vimeo   VideoHost = "vimeo"
)

var (
	hostNames = map[VideoHost]*regexp.Regexp{
		YouTube: regexp.MustCompile(`^((www|m|music)\.)?(youtu\.be|youtube(-nocookie)?\.com)$`),
		Vimeo:   regexp.MustCompile(`^((www|m|player)\.)?vimeo\.com$`),
	}
	youTubeID   = regexp.MustCompile(`^[\w-]{11}$`)
	youTubeList = regexp.MustCompile(`^[\w-]{2,64}$`)
	vimeoID     = regexp.MustCompile(`^\d{5,12}$`)
	vimeoHash   = regexp.MustCompile(`^[\da-f]{6,32}$`)
	startTime   = regexp.MustCompile(`^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$`)
)

// VideoOf returns the video at an address, whatever form that has, and its host, which is
// empty for an address of none of the hosts. It returns false when there is no video that
// can be embedded.
func VideoOf(address string) (Video, VideoHost, bool) {
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || !hasWebScheme(address) {
		return Video{}, "", false
	}
	parts := slices.DeleteFunc(strings.Split(parsed.Path, "/"), func(part string) bool { return part == "" })
	for host, name := range hostNames {
		if !name.MatchString(strings.ToLower(parsed.Hostname())) {
			continue
		}
		video, ok := youTube(parsed, append(parts, "", ""))
		if host == Vimeo {
			video, ok = vimeo(parsed, append(parts, ""))
		}
		return video, host, ok
	}
	return Video{}, "", false
}

// youTube reads an address of YouTube, whose path has at least two parts.
func youTube(address *url.URL, parts []string) (Video, bool) {
	query := address.Query()
	id, series := query.Get("v"), parts[0] == "embed" && parts[1] == "videoseries"
	switch parts[0] {
	case "embed", "shorts", "live", "v":
		if !series {
			id = parts[1]
		}
	}
	if strings.HasSuffix(strings.ToLower(address.Hostname()), "youtu.be") {
		id = parts[0]
	}
	if youTubeID.MatchString(id) {
		return Video{Host: YouTube, ID: id, Start: startOf(address)}, true
	}
	list := query.Get("list")
	return Video{Host: YouTube, List: list}, (series || parts[0] == "playlist") && youTubeList.MatchString(list)
}

// vimeo reads an address of Vimeo, whose path ends with an empty part.
func vimeo(address *url.URL, parts []string) (Video, bool) {
	at := len(parts) - 1
	for at >= 0 && !vimeoID.MatchString(parts[at]) {
		at--
	}
	if at < 0 || at > 0 && (parts[at-1] == "showcase" || parts[at-1] == "album") {
		return Video{}, false
	}
	video := Video{Host: Vimeo, ID: parts[at]}
	hash := parts[at+1]
	if address.Query().Has("h") {
		hash = address.Query().Get("h")
	}
	if vimeoHash.MatchString(hash) {
		video.Hash = hash
	}
	return video, true
}

// startOf returns where a video begins, in seconds: 90, 90s and 1m30s are the same.
func startOf(address *url.URL) int {
	query := address.Query()
	text := query.Get("t")
	if !query.Has("t") {
		text = query.Get("start")
	}
	if fragment, err := url.ParseQuery(address.Fragment); err == nil && !query.Has("t") && !query.Has("start") {
		text = fragment.Get("t")
	}
	found, seconds := startTime.FindStringSubmatch(text), 0
	for i, unit := range []int{3600, 60, 1} {
		if found != nil {
			n, _ := strconv.Atoi(found[i+1])
			seconds += n * unit
		}
	}
	return seconds
}

// Player returns the address of the player of a video, without cookies where the host
// offers that.
func (v Video) Player() string {
	switch {
	case v.List != "":
		return "https://www.youtube-nocookie.com/embed/videoseries?list=" + v.List
	case v.Host == Vimeo && v.Hash != "":
		return "https://player.vimeo.com/video/" + v.ID + "?h=" + v.Hash
	case v.Host == Vimeo:
		return "https://player.vimeo.com/video/" + v.ID
	case v.Start > 0:
		return fmt.Sprintf("https://www.youtube-nocookie.com/embed/%s?start=%d", v.ID, v.Start)
	}
	return "https://www.youtube-nocookie.com/embed/" + v.ID
}

// videoFiles are the extensions of video files.
var videoFiles = []string{".mp4", ".m4v", ".webm", ".mov", ".mkv", ".ogv", ".ogg"}

// SetVideo is SetFile for an address that must be of a video that a page can play: of one
// of the hosts, or of a file.
func SetVideo(bad []problem.Field, location string, address *string) []problem.Field {
	return setVideo(bad, location, address, func(_ Video, host VideoHost, embedded bool) string {
		parsed, err := url.Parse(*address)
		isFile := err == nil && slices.Contains(videoFiles, strings.ToLower(path.Ext(parsed.Path)))
		if host == "" && !isFile && !embedded {
			return "This is the address of a page, not of a video. Give a link to a video on YouTube or Vimeo, " +
				"or the address of a video file, which ends with .mp4 or .webm."
		}
		return ""
	})
}

// SetYouTube is SetFile for an address that must be of one video on YouTube.
func SetYouTube(bad []problem.Field, location string, address *string) []problem.Field {
	return setVideo(bad, location, address, func(video Video, host VideoHost, _ bool) string {
		const give = "Give a link to one video on YouTube, such as https://www.youtube.com/watch?v=O96fE1E-rf8"
		switch {
		case video.List != "":
			return give + ": this is a playlist."
		case host != YouTube:
			return give + "."
		}
		return ""
	})
}

// SetFilm is SetFile for an address that must be of one video on YouTube or of a file.
func SetFilm(bad []problem.Field, location string, address *string) []problem.Field {
	return setVideo(bad, location, address, func(video Video, host VideoHost, _ bool) string {
		switch {
		case video.List != "":
			return "Give a link to one video on YouTube, or a video file: this is a playlist."
		case host == Vimeo:
			return "A video on Vimeo cannot be played here. Give a link to a video on YouTube, or a video file."
		}
		return ""
	})
}

// setVideo is SetFile for an address of a video. It refuses the pages of the hosts that are
// no video, and what refuse returns a sentence for.
func setVideo(
	bad []problem.Field, location string, address *string, refuse func(Video, VideoHost, bool) string,
) []problem.Field {
	before := len(bad)
	bad = SetFile(bad, location, address)
	if len(bad) > before || address == nil || *address == "" {
		return bad
	}
	video, host, embedded := VideoOf(*address)
	message := refuse(video, host, embedded)
	if host != "" && !embedded && message == "" {
		message = "This page is no video that can be embedded. " +
			"Open the video, choose Share there, and give the link that it shows."
	}
	if message != "" {
		return append(bad, problem.Field{Location: location, Message: message})
	}
	return bad
}
