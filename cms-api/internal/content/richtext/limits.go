package richtext

// The limits of a text. Those of a table count the cells that span several columns or rows.
const (
	maxFormula = 2000 // characters of a formula's source
	maxSpan    = 20   // columns or rows of a cell
	maxFiles   = 200  // uploaded files that a text links to: each is looked up when it is saved
	MaxWords   = 500  // characters of a picture's description
	MaxColumns = 30
	MaxRows    = 500
)

// Limits returns the limits of a text by the names that the API's description gives them.
func Limits() map[string]int {
	return map[string]int{
		"formula": maxFormula, "columns": MaxColumns, "rows": MaxRows, "span": maxSpan, "alt": MaxWords,
	}
}
