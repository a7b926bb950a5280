package httpapi

// formats are those of texts that have rules of their own: what of the rules a
// schema can say. The calls check them, with words of their own, and the library
// knows nothing of them.
var formats = map[string]map[string]any{
	"web":  {"pattern": `^[Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*$`},
	"file": {"pattern": `^([Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*|/([^/\\][^\\]*)?)?$`},
	"link": {"pattern": `^([Hh][Tt][Tt][Pp][Ss]?://[^/\\][^\\]*|(mailto|tel):[^\\]+|/([^/\\][^\\]*)?|#[^\\]*)?$`},
	"day": {"anyOf": []any{
		map[string]any{"format": "date"}, map[string]any{"format": "date-time"}, map[string]any{"maxLength": 0},
	}},
	"moment": {"anyOf": []any{
		map[string]any{"format": "date-time"}, map[string]any{"format": "date"},
		map[string]any{"pattern": `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$`},
		map[string]any{"maxLength": 0, "type": "string"}, map[string]any{"type": "null"},
	}},
	"rupees":  {"minimum": 0, "maximum": 10_000_000, "pattern": `^(([0-9],?){1,7}(\.[0-9]{1,2})?)?$`},
	"mailbox": {"pattern": `^[^@\s"]+@[^@\s".\[]+(\.[^@\s".]+)+$`},
}
