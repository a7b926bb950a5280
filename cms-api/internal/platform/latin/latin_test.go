package latin_test

import (
	"testing"

	"golang.org/x/text/unicode/norm"

	"academy/cms-api/internal/platform/latin"
)

func TestSpell(t *testing.T) {
	for word, want := range map[string]string{
		"ಪರೀಕ್ಷೆ": "pareekshe", "ಕನ್ನಡ": "kannada", "ಕರ್ನಾಟಕ": "karnataka", "ಸಂವಿಧಾನ": "samvidhana", "ಕೃಷಿ": "krishi",
		"ಕೊಡಗು": "kodagu", "ಬೆಂಗಳೂರು": "bengalooru", "ಇತಿಹಾಸ": "itihasa", "೨೦೨೬": "2026",
		"தமிழ்": "tamil", "தமிழ்நாடு": "tamilnadu", "சென்னை": "chennai", "மதுரை": "madurai", "கற்றல்": "katral",
		"பொங்கல்": "pongal", "கொடைக்கானல்": "kodaikkanal",
		"क़लम": "qalam", "हिन्दी": "hindi", "हिंदी": "hindi", "नोट्स": "nots", "भाग १": "bhag 1", "परीक्षा": "pareeksha",
		"भारत": "bharat", "संविधान": "samvidhan", "राष्ट्र": "rashtra", "ज्ञान": "gyan", "पढ़ाई": "padhai", "मुंबई": "mumbai",
		"श्री": "shri", "मित्र": "mitra", "शब्द": "shabd", "धर्म": "dharma",
		"अंक": "ank", "अ": "a", "न": "na",
		"क्षत्रिय": "kshatriya", "हिन्दू": "hindu", "बच्चा": "baccha", "संस्कृत": "sanskrit",
		"తెలుగు": "telugu", "മലയാളം": "malayalam", "കോഴിക്കോട്": "kozhikkot", "বাংলা": "bangla", "ગુજરાતી": "gujarati",
		"ਪੰਜਾਬੀ": "panjabi", "ਪੱਤਾ": "patta", "ଓଡ଼ିଆ": "odia", "اردو": "ardu", "زبان": "zaban", "مدرسہ": "madrsa",
		"UPSC २०२६ – हिंदी": "UPSC 2026 – hindi", "Cafe\u0301": "Café", "नमस्ते।": "namaste।", "क्\u200dष": "ksha",
		"\u093f": "", "": "",
	} {
		for _, form := range []norm.Form{norm.NFC, norm.NFD} {
			if got := latin.Spell(form.String(word)); got != norm.NFC.String(want) {
				t.Errorf("Spell(%q) = %q, want %q", word, got, want)
			}
		}
	}
}
