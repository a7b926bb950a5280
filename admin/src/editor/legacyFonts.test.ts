import { describe, expect, it } from "vitest";
import { convertHtml, convertText } from "./legacy/convert";
import { hindiOf } from "./legacy/krutiDev";
import { kannadaOf } from "./legacy/nudi";
import { isLegacyHindi, legacyScript, pastedScript } from "./legacyFonts";

const words = (convert: (word: string) => string | null) => (text: string) =>
  text
    .split(" ")
    .map((word) => convert(word) ?? `<${word}>`)
    .join(" ");

describe("Kannada of Nudi and Baraha", () => {
  it.each([
    ["PÀ£ÀßqÀ", "ಕನ್ನಡ"],
    ["E¥ÀàvÀÛªÀÄÆgÀgÀ", "ಇಪ್ಪತ್ತಮೂರರ"],
    ["JA§ÄzÀÄ", "ಎಂಬುದು"],
    ["PÀ£ÁðlPÀ ¸ÀPÁðgÀ", "ಕರ್ನಾಟಕ ಸರ್ಕಾರ"],
    ["¨ÉAUÀ¼ÀÆgÀÄ ªÀÄvÀÄÛ ªÉÄÊ¸ÀÆgÀÄ", "ಬೆಂಗಳೂರು ಮತ್ತು ಮೈಸೂರು"],
    ["¨sÁgÀvÀzÀ ¸ÀA«zsÁ£À", "ಭಾರತದ ಸಂವಿಧಾನ"],
    ["«zÁåyðUÀ¼ÀÄ", "ವಿದ್ಯಾರ್ಥಿಗಳು"],
    ["ªÀÄÄRåªÀÄAwæ", "ಮುಖ್ಯಮಂತ್ರಿ"],
    ["¥ÀæzsÁ£ÀªÀÄAwæ", "ಪ್ರಧಾನಮಂತ್ರಿ"],
    ["gÁµÀÖç¥Àw", "ರಾಷ್ಟ್ರಪತಿ"],
    ["¥Àæ±ÉßUÀ½UÉ GvÀÛj¹.", "ಪ್ರಶ್ನೆಗಳಿಗೆ ಉತ್ತರಿಸಿ."],
    ["¸ÁévÀAvÀæöå", "ಸ್ವಾತಂತ್ರ್ಯ"],
    ["²PÀët E¯ÁSÉ", "ಶಿಕ್ಷಣ ಇಲಾಖೆ"],
    ["PÀæªÀÄ ¸ÀASÉå", "ಕ್ರಮ ಸಂಖ್ಯೆ"],
    ["ºÉ¸ÀgÀÄ, «¼Á¸À", "ಹೆಸರು, ವಿಳಾಸ"],
    ["f¯Áè¢üPÁjUÀ¼À PÀZÉÃj", "ಜಿಲ್ಲಾಧಿಕಾರಿಗಳ ಕಚೇರಿ"],
    ["vÁ®ÆèPÀÄ", "ತಾಲ್ಲೂಕು"],
    ["UÁæªÀÄ ¥ÀAZÁAiÀÄw ¸À¨sÉ", "ಗ್ರಾಮ ಪಂಚಾಯತಿ ಸಭೆ"],
    ["ªÀiÁ»w ºÀPÀÄÌ", "ಮಾಹಿತಿ ಹಕ್ಕು"],
    ["¤ªÀð»¸À¨ÉÃPÀÄ", "ನಿರ್ವಹಿಸಬೇಕು"],
    ["DzÉÃ±À C¢ü¸ÀÆZÀ£É", "ಆದೇಶ ಅಧಿಸೂಚನೆ"],
    ["¢£ÁAPÀ: 26-01-1950", "ದಿನಾಂಕ: 26-01-1950"],
    ["ªÀµÀð", "ವರ್ಷ"],
    ["PÀÈ¶, PÀÈµÀÚ", "ಕೃಷಿ, ಕೃಷ್ಣ"],
    ["«eÁÕ£À vÀAvÀæeÁÕ£À", "ವಿಜ್ಞಾನ ತಂತ್ರಜ್ಞಾನ"],
    ["¸ÁªÀiÁfPÀ £ÁåAiÀÄ", "ಸಾಮಾಜಿಕ ನ್ಯಾಯ"],
    ["DyðPÀ", "ಆರ್ಥಿಕ"],
    ["¨sÀÆUÉÆÃ¼À EwºÁ¸À", "ಭೂಗೋಳ ಇತಿಹಾಸ"],
    ["¥ÀjÃPÉë", "ಪರೀಕ್ಷೆ"],
    ["ªÀÄAUÀ¼ÀÆgÀÄ zsÁgÀªÁqÀ", "ಮಂಗಳೂರು ಧಾರವಾಡ"],
    ["²ªÀªÉÆUÀÎ ¨É¼ÀUÁ«", "ಶಿವಮೊಗ್ಗ ಬೆಳಗಾವಿ"],
    ["AiÉÆÃd£É", "ಯೋಜನೆ"],
    ["ªÀÄÆ®¨sÀÆvÀ ºÀPÀÄÌUÀ¼ÀÄ", "ಮೂಲಭೂತ ಹಕ್ಕುಗಳು"],
    ["ªÀÄºÁvÀä UÁA¢ü", "ಮಹಾತ್ಮ ಗಾಂಧಿ"],
    ["PÁªÉÃj £À¢AiÀÄ ªÀÄ¼É", "ಕಾವೇರಿ ನದಿಯ ಮಳೆ"],
    ["gÁeÉÆåÃvÀìªÀ", "ರಾಜ್ಯೋತ್ಸವ"],
    ["ªÉÊzÀåQÃAiÀÄ", "ವೈದ್ಯಕೀಯ"],
    ["ºÉÆ¸À ªÉÆ¨ÉÊ¯ï", "ಹೊಸ ಮೊಬೈಲ್"],
    ["¥ÉÆÃ°Ã¸ï ¨ÁåAPï", "ಪೋಲೀಸ್ ಬ್ಯಾಂಕ್"],
    ["gÁåAPï", "ರ\u200d್ಯಾಂಕ್"],
    ["gÁeïPÀÄªÀiÁgï", "ರಾಜ್\u200cಕುಮಾರ್"],
    ["±Á¸ÀPÁAUÀ £ÁåAiÀiÁAUÀ", "ಶಾಸಕಾಂಗ ನ್ಯಾಯಾಂಗ"],
    ["ZÀÄ£ÁªÀuÁ DAiÉÆÃUÀ", "ಚುನಾವಣಾ ಆಯೋಗ"],
    ["IÄtªÀÄÄPÀÛ", "ಋಣಮುಕ್ತ"],
    ["LzÀÄ KPÉ N¢", "ಐದು ಏಕೆ ಓದಿ"],
    ["qÉÆ¼ÀÄî", "ಡೊಳ್ಳು"],
    ["zsÉÊAiÀÄð", "ಧೈರ್ಯ"],
    ["gÀhÄj", "ಝರಿ"],
    ["±ÉÃPÀqÀ 50gÀµÀÄÖ", "ಶೇಕಡ 50ರಷ್ಟು"],
    ["²æÃ ¹ÛçÃ", "ಶ್ರೀ ಸ್ತ್ರೀ"],
    ["¥sÀ°vÁA±À", "ಫಲಿತಾಂಶ"],
    ["oÉÃªÀtÂ «ÄÃ¸À¯Áw", "ಠೇವಣಿ ಮೀಸಲಾತಿ"],
    ["bÁAiÀiÁavÀæ ¸ÀAWÀ", "ಛಾಯಾಚಿತ್ರ ಸಂಘ"],
    ["£ÀªÀÄä ºÉªÉÄä", "ನಮ್ಮ ಹೆಮ್ಮೆ"],
    ["ºÀÄlÄÖªÀÅzÀÄ ªÉÇÃlÄ", "ಹುಟ್ಟುವುದು ವೋಟು"],
    ["¥ÀÇeÉ ¥ÀÅ¸ÀÛPÀ", "ಪೂಜೆ ಪುಸ್ತಕ"],
    ["D F Hl Dl", "ಆ ಈ ಊಟ ಆಟ"],
    ["μÀ", "ಷ"],
  ])("%s is %s", (text, kannada) => expect(words(kannadaOf)(text)).toBe(kannada));

  it.each(["India", "the", "exam", "Act", "UPSC", "Karnataka", "of", "P"])("%s is none", (word) =>
    expect(kannadaOf(word)).toBeNull(),
  );
});

describe("Hindi of Kruti Dev", () => {
  it.each([
    ["Hkkjr dk lafo/kku", "भारत का संविधान"],
    ["gekjk ns'k egku gSA", "हमारा देश महान है।"],
    ['jk"Vªifr jk"Vªh;', "राष्ट्रपति राष्ट्रीय"],
    ["iz/kkuea=h eq[;ea=h", "प्रधानमंत्री मुख्यमंत्री"],
    ["fo|ky; fo|kFkhZ fo}ku", "विद्यालय विद्यार्थी विद्वान"],
    ["f'k{kk ijh{kk {ks=Qy", "शिक्षा परीक्षा क्षेत्रफल"],
    ["dk;kZy; dk;ZØe", "कार्यालय कार्यक्रम"],
    ["Lora=rk ;k=k", "स्वतंत्रता यात्रा"],
    ["funsZ'k fuekZ.k", "निर्देश निर्माण"],
    ['/keZ deZpkjh o"kZ', "धर्म कर्मचारी वर्ष"],
    ["/kkfeZd vkfFkZd", "धार्मिक आर्थिक"],
    ["/kkÆed", "धार्मिक"],
    ["mRrj izns'k mÙkj", "उत्तर प्रदेश उत्तर"],
    ["fgUnh fganh", "हिन्दी हिंदी"],
    ["jkT; ljdkj", "राज्य सरकार"],
    ["lwpuk dk vf/kdkj", "सूचना का अधिकार"],
    ["vk;ksx }kjk", "आयोग द्वारा"],
    ["bfrgkl Hkwxksy", "इतिहास भूगोल"],
    ["izfr'kr iz'u", "प्रतिशत प्रश्न"],
    ["Jh lR;eso t;rs", "श्री सत्यमेव जयते"],
    ["mPp U;k;ky;", "उच्च न्यायालय"],
    ["ekuuh; lnL;", "माननीय सदस्य"],
    ['d`f"k —f"k', "कृषि कृषि"],
    ["fØ;k Økafr", "क्रिया क्रांति"],
    ["Kku foKku", "ज्ञान विज्ञान"],
    ["cq) ;q) mÌs';", "बुद्ध युद्ध उद्देश्य"],
    ["vFkZO;oLFkk", "अर्थव्यवस्था"],
    ["iwoZ if'pe nf{k.k", "पूर्व पश्चिम दक्षिण"],
    ["laLd`fr lkfgR;", "संस्कृति साहित्य"],
    ["ukxfjd fodkl", "नागरिक विकास"],
    ["lM+d i<+kbZ cM+k", "सड़क पढ़ाई बड़ा"],
    ["fpV~Bh", "चिट्ठी"],
    ["gS\\ ugha]", "है? नहीं,"],
    ["¼v½ Þck¡/kß", "(अ) “बाँध”"],
    ["xzke iapk;r vko';d", "ग्राम पंचायत आवश्यक"],
    ["LoPN Hkkjr", "स्वच्छ भारत"],
    ["vkSj vksj ,d ,sfrgkfld ,oa", "और ओर एक ऐतिहासिक एवं"],
    ["Å¡pk ik¡p", "ऊँचा पाँच"],
    ["vr% nq%[k uke%", "अतः दुःख नाम:"],
    ["iq.; dkj.k", "पुण्य कारण"],
    ["MkWDVj vkWfQl", "डॉक्टर ऑफिस"],
    ["Vªsu Mªkbax", "ट्रेन ड्राइंग"],
    ["fo'o fLFkfr 'kfDr", "विश्व स्थिति शक्ति"],
    ["xfr fufgr O;fDr", "गति निहित व्यक्ति"],
    ["lfefr vfHkO;fDr", "समिति अभिव्यक्ति"],
    ["gS fd ml bl Hkh Fkk", "है कि उस इस भी था"],
    ["t+ehu x+jhc Q+jojh", "ज़मीन ग़रीब फ़रवरी"],
    ['vUrZjk"Vªh;', "अर्न्तराष्ट्रीय"],
    ["çfØ;k æO; Jfed", "प्रक्रिया द्रव्य श्रमिक"],
    ["vk'p;Z lw;Z", "आश्चर्य सूर्य"],
    ["1950 esa 15&08&1947", "1950 में 15-08-1947"],
    ["ƒ‹‡å", "१९५०"],
  ])("%s is %s", (text, hindi) => expect(words(hindiOf)(text)).toBe(hindi));

  it.each(["UPSC", "IAS", "GST", "It's", "kick", "desk"])("%s is none", (word) => expect(hindiOf(word)).toBeNull());
});

describe("a text for a legacy font is recognised", () => {
  it.each([
    ["Hkkjr dk lafo/kku 26 uoEcj 1949 dks cudj rS;kj gqvk FkkA", "Hindi"],
    ["gekjk ns'k egku gS vkSj ge lc ,d gSaA", "Hindi"],
    ['jk"Vªifr dk fuokZpu', "Hindi"],
    ["PÀ£ÀßqÀ £ÁqÀÄ", "Kannada"],
    ["The rivers of Karnataka take their water from the Western Ghats.", null],
    ["Look, the book is back; check the desk and the kick-off.", null],
    ["It's and/or don't: C++, I/O; {key|value} [a]=b `code` and K2", null],
    ["IAS KAS UPSC KPSC 2019 question paper key", null],
    ["ಕನ್ನಡ ನಾಡು", null],
    ["हमारा देश", null],
    ["https://example.org/kk/dk?k=k", null],
    ["", null],
  ])("%s: %s", (text, script) => expect(legacyScript(text)).toBe(script));

  it("by the fonts of its HTML", () => {
    const span = (family: string, text: string) =>
      [`<span style='font-family:"${family}"'>${text}</span>`, text] as const;
    expect(pastedScript(...span("Kruti Dev 010", "fgUnh"))).toBe("Hindi");
    expect(pastedScript(...span("DevLys 010", "fgUnh"))).toBe("Hindi");
    expect(pastedScript(...span("Nudi 01 e", "D ¸À¨sÉ"))).toBe("Kannada");
    expect(pastedScript(...span("BRH Kannada", "ªÀÄ¼É"))).toBe("Kannada");
    expect(pastedScript(...span("Nudi 01 e", "ಕನ್ನಡ"))).toBeNull();
    expect(pastedScript(...span("NudiUni01e", "ಕನ್ನಡ café"))).toBeNull();
    expect(pastedScript(...span("Calibri", "Hindi"))).toBeNull();
    expect(pastedScript('<font face="Kruti Dev 010">d</font>', "dk")).toBe("Hindi");
  });

  it("in English text only by chance of none", () => expect(isLegacyHindi("kkkkk kkkk")).toBe(false));
});

describe("a document for legacy fonts is converted", () => {
  it("run by run where it names its fonts", () => {
    const html =
      `<p><span style='font-family:"Nudi 01 e"'>¨sÁgÀvÀzÀ F</span><span style="font-family:Arial"> Article 21 (a) the </span>` +
      `<b style='mso-ascii-font-family:"Kruti Dev 010"'>ds ckn</b><span style="font-family:Arial"> in dk of UPSC</span></p>`;
    expect(new DOMParser().parseFromString(convertHtml(html), "text/html").body.textContent).toBe(
      "ಭಾರತದ ಈ Article 21 (a) the के बाद in dk of UPSC",
    );
  });

  it("by the fonts of Word's paragraph styles, and by font tags", () => {
    const html = `<style>p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Kruti Dev 010";}</style>
      <p class=MsoNormal>fgUnh esa</p><p><font face="BRH Kannada">Dl</font></p>`;
    expect(new DOMParser().parseFromString(convertHtml(html), "text/html").body.textContent?.trim()).toMatch(
      /^हिन्दी में\s*ಆಟ$/,
    );
  });

  it.each([
    ["The word ¨sÁgÀvÀ in PÀ£ÀßqÀ, naïve déjà vu.", "The word ಭಾರತ in ಕನ್ನಡ, naïve déjà vu."],
    ["UPSC 2019: D ¥Àæ±Éß PÀ£ÀßqÀzÀ°è 1) a 2) b", "UPSC 2019: ಆ ಪ್ರಶ್ನೆ ಕನ್ನಡದಲ್ಲಿ 1) a 2) b"],
    ["Hkkjr esa GDP dh o`f) vkSj UPSC dk Article 21 gSA", "भारत में GDP की वृद्धि और UPSC का Article 21 है।"],
    ["A plain English sentence.", "A plain English sentence."],
    ["ಕನ್ನಡ हिन्दी", "ಕನ್ನಡ हिन्दी"],
  ])("by its letters otherwise: %s", (text, converted) => expect(convertText(text)).toBe(converted));

  it("and nothing is lost of what has no place in the tables", () => {
    expect(convertText("PÀ£ÀßqÀ PxÿP")).toBe("ಕನ್ನಡ PxÿP");
  });
});
