package agent

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/text"
)

// call is one of a tool.
type call struct {
	*Handler
	tool       tool
	operations map[string]operation
	as         *caller
	ctx        context.Context
}

// refusal is why a call does nothing, in a sentence for the agent.
type refusal string

// Error returns the sentence.
func (r refusal) Error() string { return string(r) }

// do makes the call of an operation, with headers as names and values in turn. It returns the answer's value, nil where
// it has none, or a refusal.
func (c *call) do(id string, args arguments, headers ...string) (answered, any, error) {
	r, err := c.operations[id].request(args)
	if err != nil {
		return answered{}, nil, err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.headers[headers[i]] = headers[i+1]
	}
	return c.receive(r)
}

func (c *call) receive(r request) (answered, any, error) {
	if c.ctx.Err() != nil {
		return answered{}, nil, refusal("This took too long. Please try again.")
	}
	got := c.send(c.as, r)
	if got.status >= http.StatusMultipleChoices {
		return got, nil, refused(got)
	}
	if len(got.body) == 0 {
		return got, nil, nil
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(got.body))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return got, nil, fmt.Errorf("read the answer of a call: %w", err)
	}
	return got, value, nil
}

// refused returns the sentences of a problem.
func refused(got answered) error {
	var p struct {
		Detail string
		Errors []struct{ Location, Message string }
	}
	if json.Unmarshal(got.body, &p) != nil || p.Detail == "" {
		return refusal(fmt.Sprintf("The answer was %d %s.", got.status, http.StatusText(got.status)))
	}
	said := p.Detail
	for _, each := range p.Errors {
		if !strings.Contains(said, each.Message) {
			said += " " + strings.TrimPrefix(each.Location, "body.") + ": " + each.Message
		}
	}
	if got.status == http.StatusPreconditionFailed {
		said += " Read it again, and make the change in what it is now."
	}
	return refusal(said)
}

// quoted returns an etag as it is sent.
func quoted(tag string) string {
	return strconv.Quote(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`))
}

// only makes the call of the tool's operation alone.
func (c *call) only(args arguments) (any, error) {
	_, value, err := c.do(c.tool.operation, args)
	if items, is := value.([]any); is {
		return object{"items": items}, err
	}
	return value, err
}

const (
	fewItems  = 20 // in a list, unless limit says otherwise
	mostItems = 50
)

// list returns a page of a list.
func (c *call) list(args arguments) (any, error) { return c.page(c.tool.operation, args) }

func (c *call) page(id string, args arguments) (object, error) {
	limit, offset := args.number("limit", fewItems), args.number("offset", 0)
	args["limit"] = min(limit, mostItems)
	got, value, err := c.do(id, args)
	if err != nil {
		return nil, err
	}
	items, _ := value.([]any)
	page := object{"items": items}
	if total, err := strconv.Atoi(got.total); err == nil {
		page["total"] = total
		if next := offset + len(items); next < total {
			page["next_offset"] = next
		}
	}
	return page, nil
}

// number returns a whole number of the arguments.
func (a arguments) number(name string, otherwise int) int {
	if n, err := strconv.Atoi(fmt.Sprint(a[name])); err == nil {
		return n
	}
	return otherwise
}

// get returns a document with its etag, and its text as Markdown.
func (c *call) get(args arguments) (any, error) {
	got, value, err := c.do(c.tool.operation, args)
	if err != nil {
		return nil, err
	}
	return c.document(got, value, args.number("from", 0)), nil
}

// textAtOnce is how many characters of a text are in one answer.
const textAtOnce = 40_000

// document returns a document for agents.
func (c *call) document(got answered, value any, from int) any {
	document, is := value.(object)
	if !is {
		return value
	}
	document["etag"] = cmp.Or(strings.Trim(got.etag, `"`), fmt.Sprint(document["revision"]))
	stored, has := document["content"].(string)
	if !has {
		return document
	}
	name, shown := "content", stored
	if markdown, layout := c.writer.Markdown(stored); layout != convert.Verbatim {
		name, shown = "markdown", markdown
	}
	delete(document, "content")
	all := []rune(shown)
	from = min(max(from, 0), len(all))
	to := min(from+textAtOnce, len(all))
	document[name] = string(all[from:to])
	if from > 0 || to < len(all) {
		document["part"] = object{
			"from": from, "to": to, "of": len(all),
			"note": "This is a part of the text. Read the others with from before you write: what is written replaces all of it.",
		}
	}
	return document
}

// brief returns a document that was written without its text, which the agent has.
func (c *call) brief(got answered, value any) any {
	document, is := c.document(got, value, 0).(object)
	if is {
		for _, long := range []string{"markdown", "content", "part", "blocks"} {
			delete(document, long)
		}
	}
	return document
}

// written makes HTML of the Markdown in arguments.
func (c *call) written(args arguments) error {
	source, is := args["markdown"].(string)
	if !is {
		return nil
	}
	if _, also := args["content"]; also {
		return refusal("Give markdown or content, not both.")
	}
	html, err := c.md.Read(source, convert.Compact)
	if err != nil {
		return err
	}
	args["content"] = html
	return nil
}

// write stores a document, over the revision of etag where that is given.
func (c *call) write(args arguments) (any, error) {
	if err := c.written(args); err != nil {
		return nil, err
	}
	var headers []string
	if tag := args.text("etag"); tag != "" {
		headers = []string{"If-Match", quoted(tag)}
	}
	got, value, err := c.do(c.tool.operation, args, headers...)
	if err != nil {
		return nil, err
	}
	return c.brief(got, value), nil
}

// upload stores a file of the library.
func (c *call) upload(args arguments) (any, error) {
	if len(args.text("data")) > base64.StdEncoding.EncodedLen(maxFile) {
		return nil, refusal("The file is too large. " + tooLarge)
	}
	data, err := base64.StdEncoding.DecodeString(args.text("data"))
	if err != nil || len(data) == 0 {
		return nil, refusal("Give the bytes of the file as base64 in data.")
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", text.FileName(args.text("name")))
	if err != nil {
		return nil, fmt.Errorf("write a form: %w", err)
	}
	if _, err := part.Write(data); err != nil {
		return nil, fmt.Errorf("write a form: %w", err)
	}
	if err := form.Close(); err != nil {
		return nil, fmt.Errorf("write a form: %w", err)
	}
	r, err := c.operations[c.tool.operation].request(nil)
	if err != nil {
		return nil, err
	}
	r.contentType, r.body = form.FormDataContentType(), body.String()
	got, value, err := c.receive(r)
	if err != nil {
		return nil, err
	}
	return c.document(got, value, 0), nil
}

// leads returns a page of leads, marked as what visitors wrote.
func (c *call) leads(args arguments) (any, error) {
	id, known := leads[args.text("kind")]
	if !known {
		return nil, refusal("Give as kind one of " + strings.Join(slices.Sorted(maps.Keys(leads)), ", ") + ".")
	}
	delete(args, "kind")
	page, err := c.page(id, args)
	return marked(page), err
}
