// Verifies a webhook as a CGI program gets it: headers in the environment, the body on standard
// input. SECRET is the signing secret, or during a rotation both secrets, separated by a space.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var unixTime = regexp.MustCompile("^[0-9]{1,12}$")

// verify returns an error unless the raw bytes were recently signed with one of the secrets.
func verify(body []byte, timestamp, signatures string, secrets []string) error {
	if timestamp == "" || signatures == "" {
		return errors.New("a header is missing")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || !unixTime.MatchString(timestamp) {
		return errors.New("the timestamp is not Unix time")
	}
	if age := time.Since(time.Unix(seconds, 0)); age > 5*time.Minute || age < -5*time.Minute {
		return errors.New("the timestamp is not within five minutes")
	}
	for _, secret := range secrets {
		if secret == "" { // Anyone can sign with it.
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		wanted := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Split(signatures, ",") {
			if hmac.Equal([]byte(given), []byte(wanted)) {
				return nil
			}
		}
	}
	return errors.New("no signature matches")
}

func main() {
	log.SetFlags(0)
	secrets, set := os.LookupEnv("SECRET")
	if !set {
		log.Fatal("Set SECRET to the signing secret of your key.")
	}
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	timestamp := os.Getenv("HTTP_X_SERVICE_TIMESTAMP")
	signatures := os.Getenv("HTTP_X_SERVICE_SIGNATURE")
	if err := verify(body, timestamp, signatures, strings.Fields(secrets)); err != nil {
		log.Fatalf("refused: %v", err)
	}
	var event struct {
		Type string `json:"type"`
		Data struct {
			PaymentID string `json:"payment_id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		log.Fatal(err)
	}
	fmt.Println("genuine:", event.Type, event.Data.PaymentID)
}
