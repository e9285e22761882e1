// What two browsers say of themselves before they are connected, as short texts that go into a link.
//
//   const text = textOf(description, invitation)   of an RTCPeerConnection's localDescription; invitation: the text that it
//                                                  answers, "" if it invites
//   read(text)   {type, sdp, answers (the checksum of the invitation)}; or {fault: words}
//
// A description has some thirty lines; all but these words are the same in every browser: name and password of the
// connection, the fingerprint of its key, and where it is heard (a host on the network and a port each). Lists, checksums and
// letters are those of results (result_link.js).

import { checksum, digitsOf, packed, unpacked } from "../results/result_link.js";
import { t } from "../language/language.js";

const FORM = "1"; // another form has another number
const KINDS = { o: "offer", a: "answer" };
const LINK = /#together=(\S*)/;
const MOST = 4000; // letters
const MOST_HOSTS = 8;
const CANDIDATE = /^a=candidate:\S+ 1 udp (\d+) (\S+) (\d+) typ host/gim;
const NAME = /^[A-Za-z0-9+/]{4,256}$/;
const FINGERPRINT = /^[0-9A-F]{64}$/;
const HOST = /^[\w.:-]{1,80}$/;
const PORT = /^\d{1,5}$/;

export const asksForTogether = (hash) => LINK.test(hash);
export const linkOf = (text, here) => new URL(`#together=${text}`, here).href;
export const signOf = (invitation) => (invitation ? digitsOf(checksum(invitation)) : "");

export function textOf({ type, sdp }, invitation = "") {
  const value = (name) => new RegExp(`^a=${name}:(.*?)\\s*$`, "m").exec(sdp)[1];
  const fingerprint = value("fingerprint").replace(/^sha-256 /i, "").replaceAll(":", "").toUpperCase();
  const hosts = [...sdp.matchAll(CANDIDATE)].slice(0, MOST_HOSTS).flatMap(([, , host, port]) => [host, port]);
  return packed([[FORM, type === "offer" ? "o" : "a", signOf(invitation), value("ice-ufrag"), value("ice-pwd"), fingerprint, ...hosts]]);
}

// Whether anything is heard at all: some browsers name no host.
export const namesHost = ({ sdp }) => new RegExp(CANDIDATE.source, "im").test(sdp);

export function read(text) {
  const [, linked] = LINK.exec(text) ?? [];
  const given = (linked ?? text).trim();
  const [words, ...more] = given.length > MOST ? [] : unpacked(given);
  if (!words || more.length) return { fault: linked === undefined ? t("That is no invitation and no answer.") : t("The link was cut or changed: copy it again, as a whole.") };
  const [form, kind, answers, name, password, fingerprint, ...hosts] = words;
  if (form !== FORM) return { fault: t("The other page is of another version: load both again.") };
  const fits = KINDS[kind] && NAME.test(name) && NAME.test(password) && FINGERPRINT.test(fingerprint) && hosts.length % 2 === 0;
  const places = hosts.map((each, at) => (at % 2 ? PORT : HOST).test(each));
  if (!fits || !hosts.length || places.includes(false)) return { fault: t("That is no invitation and no answer.") };
  return { type: KINDS[kind], answers, text: given, sdp: described(kind, name, password, fingerprint, hosts) };
}

function described(kind, name, password, fingerprint, hosts) {
  const candidates = [];
  for (let at = 0; at < hosts.length; at += 2) candidates.push(`a=candidate:${at + 1} 1 udp ${2113937151 - at} ${hosts[at]} ${hosts[at + 1]} typ host`);
  const lines = [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    ...candidates,
    `a=ice-ufrag:${name}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint.match(/../g).join(":")}`,
    `a=setup:${kind === "o" ? "actpass" : "active"}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "",
  ];
  return lines.join("\r\n");
}
